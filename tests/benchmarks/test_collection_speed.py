"""How fast MaskablePPO collects rollouts from the compiled batch, beside single environments."""

import pytest

pytest.importorskip("sb3_contrib")

from tests.benchmarks.collection_speed import CollectionSettings, run

pytestmark = pytest.mark.extra


@pytest.mark.parametrize("net_arch", [(64, 64), (256, 256)])
def test_the_batch_is_collected_from_faster_than_single_environments(net_arch, show):
    settings = CollectionSettings(net_arch=net_arch)
    measured = run(settings)
    median = measured.median()
    show(
        f"collecting, network {net_arch}: batch of {settings.n_envs} {median['batch']:,.0f}, {settings.n_single} single "
        f"environments {median['single']:,.0f} steps per CPU second; median ratio {median['ratio']:.1f} "
        f"[{measured['ratio'].min():.1f}, {measured['ratio'].max():.1f}]"
    )
    assert len(measured) == settings.repeats
    assert measured["ratio"].min() > 1
