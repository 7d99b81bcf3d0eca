"""The questions about Skyjo Action: what cards and stars are worth, when to take one, doubling, rulings."""

import numpy as np
import pandas as pd
import pytest

from skyjo_experiments.experiment import Experiment, ExperimentProgress, Settings, find_experiment, is_complete
from skyjo_experiments.experiment.stored import read_frame, store_of
from skyjo_experiments.experiment.tables import text_table
from skyjo_experiments.questions import action_cards, action_doubling, action_rulings, action_stars, action_taking
from skyjo_experiments.questions._action_agents import ALWAYS, NEVER, action_agent, with_taking
from skyjo_experiments.questions._action_kernels import taking
from skyjo_experiments.questions._action_kernels.measuring import SCORE
from skyjo_experiments.questions._action_places import PLACES, SAME_COLUMN, SAME_ROW, place_of, shares_by_lot, slots_at
from skyjo_experiments.questions._action_rounds import play_changes, play_ways
from skyjo_experiments.questions._action_variants import MEASURES, P_NAMES, compare_rules, found_changes
from skyjo_experiments.questions._columns import share
from skyjo_experiments.questions._holm import with_holm
from skyjo_sim import ActionRules, InputError, simulate
from skyjo_sim.kernels.action.cards import KIND_NAMES, N_EFFECTS
from skyjo_sim.kernels.cards import N_SLOTS
from skyjo_sim.stepping import deal_games

TINY: dict[str, Settings] = {
    "action_cards": action_cards.CardSettings(n_deals=4, n_deck_deals=3),
    "action_taking": action_taking.TakingSettings(n_positions=60, most_turn=6),
    "action_stars": action_stars.StarSettings(n_deals=4),
    "action_doubling": action_doubling.DoublingSettings(players=(2, 3), n_rounds=30),
    "action_rulings": action_rulings.RulingSettings(n_deals=6),
}
RULES = ActionRules(players=2)


@pytest.fixture(scope="module")
def frames() -> dict[str, pd.DataFrame]:
    """Return the frame of a tiny run of each question."""
    return {name: find_experiment(name).run(settings, seed=3, workers=1) for name, settings in TINY.items()}


@pytest.fixture(params=list(TINY))
def experiment(request: pytest.FixtureRequest) -> Experiment:
    """Return each experiment in turn."""
    return find_experiment(request.param)


def test_rows_are_tidy(experiment: Experiment, frames: dict[str, pd.DataFrame]) -> None:
    frame = frames[experiment.id]
    assert (frame["n"] >= 2).all()
    assert (frame["abandoned"] == 0).all()
    stems = [name.removesuffix("_low") for name in frame.columns if name.endswith("_low")]
    assert stems
    for stem in stems:
        known = frame.dropna(subset=[stem, f"{stem}_low", f"{stem}_high"])
        assert (known[f"{stem}_low"] <= known[stem] + 1e-12).all()
        assert (known[stem] <= known[f"{stem}_high"] + 1e-12).all()


def test_the_number_of_threads_changes_nothing(experiment: Experiment, frames: dict[str, pd.DataFrame]) -> None:
    pd.testing.assert_frame_equal(experiment.run(TINY[experiment.id], seed=3, workers=2), frames[experiment.id])


def test_answer_tables_and_figure_are_of_the_frame(experiment: Experiment, frames: dict[str, pd.DataFrame]) -> None:
    frame = frames[experiment.id]
    shown = {title: text_table(rows) for title, rows in experiment.tables(frame).items()}
    assert shown
    for text in (experiment.answer(frame), *shown.values()):
        assert text
        assert "nan" not in text
    figure = experiment.plot(frame)
    assert len(figure.axes) == 2
    assert all(axes.get_xlabel() for axes in figure.axes)
    assert "n = " in figure.get_supxlabel()
    assert "no round abandoned" in " ".join(figure.get_supxlabel().split())


def test_a_kept_frame_gives_the_same_answer(experiment: Experiment, frames: dict[str, pd.DataFrame], tmp_path) -> None:
    stored = store_of(experiment, frames[experiment.id], TINY[experiment.id], 3, 1.0)
    path = tmp_path / "frame.csv"
    path.write_bytes(stored.csv())
    read = read_frame(path)
    assert experiment.answer(read) == experiment.answer(frames[experiment.id])
    assert list(experiment.tables(read)) == list(experiment.tables(frames[experiment.id]))


@pytest.mark.parametrize("name", ["action_taking", "action_stars", "action_rulings", "action_doubling"])
def test_an_interrupt_keeps_what_is_finished(name: str) -> None:
    def stop(progress: object) -> None:
        raise KeyboardInterrupt

    experiment = find_experiment(name)
    frame = experiment.run(TINY[name], seed=3, workers=1, on_progress=stop)
    assert not is_complete(frame)
    assert experiment.answer(frame) == "Nothing was measured."


def test_an_interrupt_between_the_parts_keeps_the_first() -> None:
    def stop(progress: ExperimentProgress) -> None:
        if progress.stage.endswith("kinds left out"):
            raise KeyboardInterrupt

    experiment = find_experiment("action_cards")
    frame = experiment.run(TINY["action_cards"], seed=3, workers=1, on_progress=stop)
    assert not is_complete(frame)
    assert set(frame["part"]) == {action_cards.HAND, action_cards.BEST}
    assert "saves its holder" in experiment.answer(frame)
    assert len(experiment.tables(frame)) == 2


def test_only_differences_that_stay_after_adjustment_are_called_found() -> None:
    plain = {"won_p": 0.01, "ended_p": 0.2, "score_p": 0.02, "turns_p": 1e-9, "doubled_p": float("nan")}
    values = {f"more_{name}{end}": -0.25 for name in MEASURES for end in ("", "_low", "_high")}
    frame = with_holm(pd.DataFrame([plain | values]), P_NAMES)
    adjusted = [0.03, 0.2, 0.04, 4e-9]
    assert frame.loc[0, list(P_NAMES)].tolist()[:4] == pytest.approx(adjusted)
    words = found_changes(next(frame.itertuples()))
    assert words == (
        "rounds won by who takes action cards -25.0 % [-25.0, -25.0] (p = 0.030), "
        "points per round -0.25 [-0.25, -0.25] (p = 0.040), turns of each player -0.25 [-0.25, -0.25] (p < 0.001)"
    )


def test_the_same_rules_differ_in_nothing() -> None:
    options = {"n_deals": 6, "seed": 1, "workers": 1, "on_progress": None}
    base, same = compare_rules("action_cutoff", {"these": RULES, "the same": RULES}, **options)
    for name in MEASURES:
        assert base[name] == same[name]
        assert np.isnan(base[f"more_{name}"])
        assert (same[f"more_{name}"], same[f"{name}_p"]) == (0, 1)


def test_places_are_what_their_names_say() -> None:
    for place in PLACES:
        for number in range(action_stars.PERIOD):
            slot, second = slots_at(place, number)
            column, row = divmod(slot, 3)
            other_column, other_row = divmod(second, 3)
            assert (row == other_row) == (place == SAME_ROW)
            assert (column == other_column) == (place == SAME_COLUMN)
            assert place_of(slot, second) == place
            if place in PLACES[:3]:
                assert (column in (0, 3)) + (row != 1) == {"corner": 2, "edge": 1, "middle": 0}[place]
    assert {slots_at(SAME_ROW, number)[0] for number in range(12)} == set(range(12))
    assert [11 * share for share in shares_by_lot()] == pytest.approx([2, 3, 1, 3, 2])


def test_doubling_is_told_apart_by_whose_card_ended_the_round() -> None:
    row_type = [
        (name, "i8") for name in ("is_ender", "is_doubled", "is_ended_by_other", "is_abandoned", "score", "turns")
    ]
    table = np.zeros((5, 2), row_type)
    table["is_ender"] = [[1, 0], [0, 1], [1, 0], [0, 0], [1, 0]]
    table["is_doubled"] = [[1, 0], [0, 0], [1, 0], [0, 0], [1, 0]]
    table["is_ended_by_other"] = [[1, 0], [0, 0], [0, 0], [0, 0], [1, 0]]
    table["is_abandoned"][3] = 1
    row = action_doubling.measure(table)
    assert row["doubled"] == pytest.approx(3 / 4)
    assert row["own_card_doubled"] == pytest.approx(1 / 2)
    assert row["anothers_card_doubled"] == pytest.approx(1)
    assert row["anothers_card_doubled_low"] < 0.5, "of two rounds little is known"
    assert row["anothers_card_ended"] == pytest.approx(1 / 2)
    assert row["abandoned"] == pytest.approx(1 / 5)
    assert np.isnan(action_doubling.measure(table[:4])["anothers_card_doubled"]), "one round is no estimate"


def test_a_share_close_to_an_end_is_not_rounded_to_it(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["action_doubling"].copy()
    for end, value in (("", 0.0001), ("_low", 0.00001), ("_high", 0.00045)):
        frame[f"anothers_card_ended{end}"] = value
    assert "With 3 players 0.01 % [0.00, 0.04] of rounds are ended with another's last card" in action_doubling.answer(
        frame
    )
    row = next(
        pd.DataFrame([{"x": 0.5, "x_low": 0.5, "x_high": 0.5, "y": 0.5, "y_low": 0.4, "y_high": 0.6}]).itertuples()
    )
    assert (share(row, "x"), share(row, "y")) == ("50.0 % [50.0, 50.0]", "50.0 % [40.0, 60.0]")


def test_a_card_in_the_hand_is_measured_on_the_deals_with_a_copy_in_the_pile(frames: dict[str, pd.DataFrame]) -> None:
    frame, settings = frames["action_cards"], TINY["action_cards"]
    hand, deck = (frame[frame["part"] == part] for part in (action_cards.HAND, action_cards.DECK))
    secrets, tables = (deal_games(settings.n_deals, RULES, seed=3)[name] for name in ("secret", "table"))
    piles = [pile[:n].tolist() for pile, n in zip(secrets["action_pile"], tables["n_action_pile"], strict=True)]
    counted = {name: sum(kind in pile for pile in piles) for kind, name in enumerate(KIND_NAMES[:N_EFFECTS])}
    assert dict(zip(hand["kind"], hand["n"], strict=True)) == counted
    best = frame[frame["part"] == action_cards.BEST]
    assert best["kind"].tolist() == [hand.loc[hand["gain"].idxmax(), "kind"]]
    assert best["gain"].tolist() != [hand["gain"].max()], "the deals are the same"
    assert deck["kind"].tolist() == [action_cards.ALL_KINDS, *KIND_NAMES[:N_EFFECTS]]
    assert set(deck["n"]) == {settings.n_deck_deals}


def counts_of(values: np.ndarray) -> dict[int, int]:
    """Return how often each value occurs, of those that occur twice or more."""
    found, counts = np.unique(values, return_counts=True)
    return {value: n for value, n in zip(found.tolist(), counts.tolist(), strict=True) if n > 1}


def test_positions_are_grouped_by_what_was_noted_of_them(frames: dict[str, pd.DataFrame]) -> None:
    frame, settings = frames["action_taking"], TINY["action_taking"]
    agents = (action_agent("action_cutoff"), with_taking("action_cutoff", ALWAYS), with_taking("action_cutoff", NEVER))
    notes, _ = play_ways(agents, RULES, settings.most_turn, settings.n_positions, seed=3, workers=1)
    notes = notes[notes[:, taking.TURN] > 0]
    for part, column in (("turn", taking.TURN), ("hidden", taking.HIDDEN), ("card", taking.KIND)):
        rows = frame[frame["part"] == part]
        assert dict(zip(rows["x"], rows["n"], strict=True)) == counts_of(notes[:, column])
    everywhere = frame[frame["part"] == "all"].set_index("name")["n"]
    would = int(notes[:, taking.AGENTS_TAKES].sum())
    assert everywhere.to_dict() == {
        action_taking.ALL: len(notes),
        action_taking.WOULD: would,
        action_taking.WOULD_NOT: len(notes) - would,
    }


def test_doubled_enders_are_those_of_the_simulated_rounds(frames: dict[str, pd.DataFrame]) -> None:
    n_rounds = TINY["action_doubling"].n_rounds
    for row in frames["action_doubling"].itertuples():
        game = next(game for game, title in action_doubling.TITLES.items() if title == row.game)
        rules = action_doubling.rules_of(game, row.players)
        result = simulate(row.agent, n_rounds=n_rounds, rules=rules, seed=3, rows=True, workers=1)
        enders = [seat for part in result.row_parts() for seat in part if seat["is_ender"]]
        assert row.n == len(enders) == n_rounds
        assert row.doubled == pytest.approx(sum(seat["is_doubled"] for seat in enders) / n_rounds)


def test_rows_are_of_all_rulings_and_of_all_places(frames: dict[str, pd.DataFrame]) -> None:
    rulings, stars = frames["action_rulings"], frames["action_stars"]
    assert rulings["rules"].tolist() == [action_rulings.AS_RULED, *action_rulings.RULINGS]
    assert set(rulings["n"]) == {TINY["action_rulings"].n_deals}
    assert stars["place"].tolist() == [action_stars.BY_LOT, *PLACES]
    assert set(stars["n"]) == {TINY["action_stars"].n_deals}


def test_a_star_by_lot_is_the_mean_over_all_pairs_of_slots(frames: dict[str, pd.DataFrame]) -> None:
    gains = frames["action_stars"].set_index("place")
    pairs = [place_of(slot, second) for slot in range(N_SLOTS) for second in range(N_SLOTS) if slot != second]
    for name in (*action_stars.GAINS, "more_by_right_gain", "plain_gain_ended", "plain_gain_doubled"):
        assert gains.loc[action_stars.BY_LOT, name] == pytest.approx(gains.loc[pairs, name].mean())


def test_places_are_compared_on_the_same_deals(frames: dict[str, pd.DataFrame]) -> None:
    n_deals, both = TINY["action_stars"].n_deals, []
    for has_right in (False, True):
        rules = RULES.replace(star_bonus_at_setup=has_right)
        values = play_changes(action_agent("action_cutoff"), rules, action_stars.arms_of(2), n_deals, seed=3, workers=1)
        both.append(values.reshape(n_deals, len(PLACES), 2, 2, -1).mean(axis=3))
    gains = frames["action_stars"].set_index("place")
    base = PLACES.index(action_stars.BASE)
    for number, place in enumerate(PLACES):
        for kind, values in zip(("plain", "right"), both, strict=True):
            saved = values[:, :, 0, SCORE] - values[:, :, 1, SCORE]
            more = saved[:, number] - saved[:, base]
            error = more.std(ddof=1) / n_deals**0.5
            if number != base:
                row = gains.loc[place]
                assert row[f"more_{kind}_gain"] == pytest.approx(more.mean())
                half = (row[f"more_{kind}_gain_high"] - row[f"more_{kind}_gain_low"]) / 2
                assert half == pytest.approx(error * 3.1824463)  # Student's, 3 degrees of freedom
    is_base = gains.index.isin([action_stars.BY_LOT, action_stars.BASE])
    assert gains.loc[is_base, list(action_stars.P_NAMES)].isna().all(axis=None)
    assert gains.loc[~is_base, list(action_stars.P_NAMES)].notna().all(axis=None)


def test_the_answer_tells_places_apart_by_found_differences_alone(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["action_stars"].copy()
    frame[list(action_stars.P_NAMES)] = 0.5
    assert action_stars.answer(frame).endswith(
        "found (p < 0.05 after Holm): none. No difference was found for "
        "corner, middle, other card in its row, other card in its column."
    )
    frame.loc[frame["place"] == "middle", "right_gain_p"] = 0.004
    text = action_stars.answer(frame)
    assert "middle: points saved with the right " in text
    assert "(p = 0.004). No difference was found for corner, other card in its row, other" in text


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("action_cards", "players=9", "players must be a list of at most 7 integers in 2..8, got"),
        ("action_taking", "most_turn=0", "most_turn must be an integer in 1..60, got 0"),
        ("action_stars", "n_deals=1", "n_deals must be an integer in 2..10000000, got 1"),
        ("action_doubling", "n_rounds=0", "n_rounds must be an integer in 2..10000000, got 0"),
        ("action_rulings", "n_deals=1", "n_deals must be an integer in 2..10000000, got 1"),
    ],
)
def test_bad_settings_are_refused(name: str, change: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        find_experiment(name).settings(changes=[change])


def test_rulings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(InputError, match="no switch 'zeroes'"):
        action_rulings.run(action_rulings.RulingSettings(rulings=("zeroes=fifteen",), n_deals=2))


@pytest.mark.parametrize(
    ("rulings", "message"),
    [
        (("players=3",), "rulings must not set players, which is a setting of its own, got 'players=3'"),
        (
            ("zeros=fifteen; players=2",),
            "rulings must not set players, which is a setting of its own, got 'zeros=fifteen; players=2'",
        ),
        (
            ("zeros=fifteen", "meteor_targets=all"),
            "rulings must differ from the official rules of Skyjo Action, got 'meteor_targets=all'",
        ),
        (("game=action",), "rulings must differ from the official rules of Skyjo Action, got 'game=action'"),
        (
            ("zeros=fifteen", "zeros = fifteen"),
            "rulings must differ from each other, got 'zeros=fifteen' and 'zeros = fifteen'",
        ),
    ],
)
def test_rulings_that_change_nothing_are_refused(rulings: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        action_rulings.run(action_rulings.RulingSettings(rulings=rulings, n_deals=2), workers=1)
