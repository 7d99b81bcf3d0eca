"""The frame of experiments: what a question must have, rows that survive an interrupt, what is kept and printed."""

import re
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from skyjo_experiments.experiment import Experiment, Rows, Stages, experiment_ids, find_experiment, is_complete
from skyjo_experiments.experiment.docs_pages import index_page, page_of, read_pages, write_pages
from skyjo_experiments.experiment.keeping import keep, prepare_folder
from skyjo_experiments.experiment.report import report_html
from skyjo_experiments.experiment.stored import read_frame, read_stored, store_of
from skyjo_experiments.experiment.tables import cells_of, html_table, markdown_table, text_table
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.simulation.schedule import Progress
from tests import sample_question

COIN = Experiment("coin", sample_question)


@pytest.fixture
def coin(monkeypatch):
    """Make the sample question an experiment that can be found."""
    for place in ("experiment.registry", "experiment.stored", "experiment", "experiment.keeping"):
        name = f"skyjo_experiments.{place}.find_experiment"
        module = __import__(f"skyjo_experiments.{place}", fromlist=["x"])
        if hasattr(module, "find_experiment"):
            monkeypatch.setattr(name, lambda given: COIN if given == "coin" else find_experiment(given))
    return COIN


def stored_coin(**changes):
    settings = COIN.settings(False, [f"{name}={value}" for name, value in changes.items()])
    return store_of(COIN, COIN.run(settings), settings, 0, 1.25)


@pytest.mark.parametrize("name", experiment_ids())
def test_every_question_is_an_experiment(name):
    experiment = find_experiment(name)
    assert experiment.question.endswith("?")
    assert experiment.design
    assert experiment.reading
    assert type(experiment.settings()) is type(experiment.settings(is_full=True))
    assert experiment.command(experiment.settings(), 0) == f"skyjo experiment run {name}"
    assert experiment.command(experiment.settings(True), 3) == f"skyjo experiment run {name} --full --seed 3"


def test_parts_of_the_docstring():
    assert COIN.title == "What a coin shows"
    assert COIN.question == "How often does a coin show heads?"
    assert COIN.design == "A made-up experiment for tests: its rows are arithmetic."
    assert COIN.reading == "The share is the line."
    assert COIN.unit == "tosses"


def test_a_module_without_its_parts_is_no_experiment():
    module = ModuleType("empty")
    with pytest.raises(InputError, match=r"experiment empty has no QUICK, no FULL, .*no the part 'Question'"):
        Experiment("empty", module)


def test_unknown_names_are_refused_with_the_nearest():
    with pytest.raises(InputError, match=r"there is no experiment 'seat-advantag'; did you mean seat_advantage\?"):
        find_experiment("seat-advantag")
    with pytest.raises(InputError, match=r"there is no experiment 'xyz'; experiments are .*forced_ending"):
        find_experiment("xyz")
    with pytest.raises(InputError, match="the name of an experiment must be a text, got None"):
        find_experiment(None)


def test_the_command_leads_back_to_the_settings():
    changed = COIN.settings(True, ["n_coins=2"])
    assert COIN.command(changed, 0) == "skyjo experiment run coin --full --set n_coins=2"
    assert COIN.command(COIN.settings(False, ["n=7"]), 0) == "skyjo experiment run coin --set n=7"


def test_rows_survive_an_interrupt():
    with Rows() as rows:
        rows.add({"n": 1})
        raise KeyboardInterrupt
    frame = rows.frame()
    assert len(frame) == 1
    assert not is_complete(frame)
    with pytest.raises(ZeroDivisionError), Rows() as rows:
        _ = 1 / 0


def test_an_interrupted_result_interrupts():
    class Part:
        is_complete = False

    with Rows() as rows:
        Rows.whole(Part())
    assert not is_complete(rows.frame())


def test_an_interrupted_run_has_no_answer_where_rows_are_missing():
    with Rows() as rows:
        rows.add({"n": 1, "won": 0.5})
        raise KeyboardInterrupt
    assert COIN.answer(rows.frame()) == "Too little was measured for an answer."
    assert COIN.answer(pd.DataFrame()) == "Nothing was measured."
    with pytest.raises(IndexError):
        COIN.answer(pd.DataFrame({"n": [1], "won": [0.5]}))


def test_stages_tell_the_share():
    told = []
    stages = Stages(2, told.append)
    stages.begin("one")(Progress(10, done=5))
    stages.begin("two")(Progress(10, done=10))
    assert [(progress.share, progress.stage) for progress in told] == [
        (0.0, "one"),
        (0.25, "one"),
        (0.5, "two"),
        (1.0, "two"),
    ]


def test_tables_join_a_mean_and_its_interval():
    frame = pd.DataFrame(
        {
            "name": ["a|b"],
            "n": [12000],
            "score": [1.5],
            "score_low": [1.0],
            "score_high": [2.0],
            "won": [0.25],
            "won_low": [0.2],
            "won_high": [0.3],
            "even_share": [0.125],
            "drawn": [np.nan],
            "is_big": [True],
        }
    )
    assert cells_of(frame) == [
        ["name", "n", "score", "won", "even share", "drawn", "is big"],
        ["a|b", "12,000", "1.50 ± 0.50", "25.0% ± 5.0", "12.50%", "-", "yes"],
    ]
    assert text_table(frame).splitlines()[0].startswith("name       n")
    assert "a\\|b" in markdown_table(frame)
    assert "<td>a|b</td>" in html_table(frame)
    assert text_table(pd.DataFrame()) == ""


def test_a_frame_is_read_back_as_it_was(tmp_path):
    frame = stored_coin().frame
    path = tmp_path / "frame.csv"
    path.write_bytes(stored_coin().csv())
    again = read_frame(path)
    pd.testing.assert_frame_equal(again, frame, check_exact=True, check_dtype=False)
    assert again["delay"].dtype == np.float64
    path.write_text("name,card,card_low,card_high\na,,,\nb,,,\n")
    assert read_frame(path)["card"].isna().all()
    path.write_text("")
    assert read_frame(path).empty


def test_a_kept_run_is_read_back(tmp_path, coin):
    stored = stored_coin(n=7)
    keep(stored, tmp_path / "run")
    names = sorted(path.name for path in (tmp_path / "run").iterdir())
    assert names == ["figure.png", "figure.svg", "frame.csv", "manifest.json", "report.html"]
    again = read_stored(tmp_path / "run")
    assert again.manifest == stored.manifest
    assert again.manifest["size"] == "changed"
    assert again.manifest["settings"] == {"n_coins": 3, "n": 7}
    assert again.n == "7"
    keep(stored_coin(), tmp_path / "run")  # in place of an older run of the same experiment
    assert read_stored(tmp_path / "run").manifest["size"] == "quick"


def test_another_folder_is_not_overwritten(tmp_path, coin):
    keep(stored_coin(), tmp_path / "run")
    with pytest.raises(RunError, match="holds no run of seat_advantage"):
        prepare_folder(tmp_path / "run", "seat_advantage")
    (tmp_path / "run" / "letter.txt").write_text("mine")
    with pytest.raises(RunError, match="is not empty and holds no run of coin"):
        prepare_folder(tmp_path / "run", "coin")
    prepare_folder(tmp_path / "new", "coin")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "holds no run of an experiment"),
        ("{", "is damaged"),
        ("[]", "is not the manifest of an experiment"),
        ('{"format": 1, "experiment": "coin"}', "is damaged: state is missing"),
    ],
)
def test_damaged_manifests_are_refused(tmp_path, content, message):
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(RunError, match=message):
        read_stored(tmp_path)


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda text: "", "must have 3 rows, got 0"),
        (lambda text: text.partition("\n")[0] + "\n", "must have 3 rows, got 0"),
        (lambda text: text.replace("won,", "lost,", 1), "of another version: KeyError: 'won'"),
    ],
)
def test_damaged_rows_are_refused_but_may_be_replaced(tmp_path, coin, break_it, message):
    keep(stored_coin(), tmp_path)
    path = tmp_path / "frame.csv"
    path.write_text(break_it(path.read_text()))
    with pytest.raises(RunError, match=message):
        read_stored(tmp_path)
    keep(stored_coin(), tmp_path)
    assert len(read_stored(tmp_path).frame) == 3


def test_a_report_stands_alone_and_shows_everything(tmp_path):
    page = report_html([stored_coin(), stored_coin(n=7)])
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", page)
    assert page.count("data:image/svg+xml;base64,") == 2
    assert "prefers-color-scheme: dark" in page
    assert "width=device-width" in page
    assert "tosses &amp; &lt;more&gt;" in page
    assert "first, | and &lt;b&gt;" in page
    for part in (
        COIN.question,
        COIN.design,
        COIN.reading,
        "skyjo experiment run coin --set n=7",
        "n_coins = 3",
        "numba",
    ):
        assert part in page


def test_a_report_of_an_interrupted_run_says_so(tmp_path, coin):
    with Rows() as rows:
        rows.add({"n": 1, "won": 0.5})
        raise KeyboardInterrupt
    stored = store_of(COIN, rows.frame(), COIN.settings(), 0, 1.0)
    assert stored.manifest["state"] == "interrupted"
    assert "was interrupted" in report_html([stored])
    keep(stored, tmp_path / "run")
    assert not is_complete(read_stored(tmp_path / "run").frame)
    with pytest.raises(RunError, match="a page needs a complete one"):
        write_pages([stored], tmp_path / "docs")


def test_pages_are_made_of_stored_runs(tmp_path, coin):
    to = tmp_path / "docs" / "experiments"
    (page,) = write_pages([stored_coin()], to)
    text = page.read_text()
    assert text == page_of(read_pages(to)[0])
    for part in (
        "# What a coin shows",
        "33.3%",
        "skyjo experiment run coin\n",
        "- seed: 0",
        "../figures/experiments/coin.svg",
    ):
        assert part in text
    assert (tmp_path / "docs/figures/experiments/coin.svg").is_file()
    assert (to / "index.md").read_text() == index_page(read_pages(to))


def test_figures_are_the_same_bytes_again():
    from skyjo_experiments.figures import png_bytes, svg_bytes

    frame = stored_coin().frame
    figure = COIN.plot(frame)
    assert figure.get_size_inches()[0] * figure.dpi == 800
    assert "n = 100 tosses a point" in figure._supxlabel.get_text()
    assert svg_bytes(figure) == svg_bytes(COIN.plot(frame))
    assert png_bytes(figure)[:4] == b"\x89PNG"
