"""What infos say at the end of an episode: of one environment, of many, after a refused action."""

import numpy as np
import pytest

from skyjo_sim.envs.endings import describe_illegal, end_info, end_infos
from skyjo_sim.kernels.actions import SOURCE
from skyjo_sim.kernels.layout_episodes import OUTCOME

COLUMNS = ["scores", "totals", "ender", "is_doubled", "turns", "rounds", "seat"]


def outcomes():
    """Return three outcomes: an episode that goes on, one that has ended, one that an illegal action has ended."""
    made = np.zeros(3, OUTCOME)
    made["scores"][1:, :3], made["totals"][1:, :3] = [[5, 20, -3], [0, 0, 0]], [[105, 20, 47], [9, 8, 7]]
    for name, values in {"ender": (0, -1), "is_doubled": (True, False), "turns": (31, 2), "rounds": (4, 1)}.items():
        made[name][1:] = values
    made["seat"][1:] = 2, 1
    made["terminated"][1:] = True
    made["is_illegal"][2], made["phase"][2], made["legal"][2] = True, SOURCE, (0b11, 0)
    return made


def test_a_refused_action_is_described_with_what_is_legal():
    text = describe_illegal(0, "place", [13, 36, 51])
    assert text == "action 0 is not legal in phase place; legal: 13, 36, 51"


def test_the_end_of_one_episode():
    info = end_info(outcomes()[1], 3, 17)
    assert list(info) == COLUMNS
    assert [info[name].tolist() for name in ("scores", "totals")] == [[5, 20, -3], [105, 20, 47]]
    plain = {name: info[name] for name in COLUMNS[2:]}
    assert plain == {"ender": 0, "is_doubled": True, "turns": 31, "rounds": 4, "seat": 2}
    assert [type(value) for value in plain.values()] == [int, bool, int, int, int]


def test_the_end_of_one_episode_is_a_copy():
    made = outcomes()
    info = end_info(made[1], 3, 0)
    made[1]["scores"] = made[1]["totals"] = 99
    assert (info["scores"].tolist(), info["totals"].tolist()) == ([5, 20, -3], [105, 20, 47])


def test_the_end_by_an_illegal_action():
    info = end_info(outcomes()[2], 3, 17)
    assert info["illegal_action"] == "action 17 is not legal in phase source; legal: 0, 1"
    assert info["totals"].tolist() == [9, 8, 7]


def test_many_say_what_each_one_says():
    made, ended, actions = outcomes(), np.array([False, True, True]), np.array([3, 4, 17])
    infos = end_infos(made, ended, 3, actions)
    assert [name for name in infos if not name.startswith("_")] == [*COLUMNS, "illegal_action"]
    assert all((infos[f"_{name}"] == ended).all() for name in COLUMNS)
    assert infos["_illegal_action"].tolist() == [False, False, True]
    for row in (1, 2):
        for name, value in end_info(made[row], 3, int(actions[row])).items():
            assert np.asarray(infos[name][row]).tolist() == np.asarray(value).tolist()
    assert infos["illegal_action"].tolist()[:2] == [None, None]
    assert not any(np.asarray(infos[name][0]).any() for name in COLUMNS)


@pytest.mark.parametrize("players", [2, 8])
def test_points_are_those_of_the_seats_at_the_table(players):
    assert end_infos(outcomes(), np.ones(3, np.bool_), players, np.zeros(3, np.int64))["scores"].shape == (3, players)
    assert end_info(outcomes()[1], players, 0)["totals"].shape == (players,)


def test_without_a_refused_action_there_is_no_text():
    made = outcomes()[:2]
    assert "illegal_action" not in end_infos(made, np.array([False, True]), 3, np.zeros(2, np.int64))
