"""What questions about placing cards share: slots, edited positions, break-even cards, small trees, agents' answers."""

import numpy as np
import pytest

from skyjo_experiments.forks import Fork, Positions, collect_positions, legal_at, play_forks, positions_of
from skyjo_experiments.questions._contests import play_alone_among
from skyjo_experiments.questions._edits import can_have, split_pairs, with_discards, with_drawn
from skyjo_experiments.questions._forking import CARD_GROUPS, bin_name, bins_of, group_cards
from skyjo_experiments.questions._slots import (
    beside_one_card,
    card_at,
    completing_cards,
    following_seats,
    grids_of,
    in_new_column,
    third_of_pair,
    third_of_shown_pair,
)
from skyjo_experiments.questions._trees import Tree, find_tree
from skyjo_experiments.questions._variants import answers_of, best_takes, variant_of, weights_of
from skyjo_sim import InputError, Rules
from skyjo_sim.kernels.actions import PLACE, SOURCE
from skyjo_sim.kernels.cards import NO_CARD
from skyjo_sim.notation import parse_position
from skyjo_sim.problems import Problem, find_problems

TEXT = "7 ?1 ?2 3 / ?1 ?2 7 3 / ?4 ?5 7 ?6 | ?7 . 1 2 / ?8 . ?3 4 / ?9 . ?4 4; turn 0; discard 5; pile 12 0 3 7"


@pytest.fixture(scope="module")
def pairs() -> Positions:
    """Return beginnings of turns with a pair that waits for its third card."""
    where = {"phase": SOURCE, "last_turns": 0, "reshuffles": 0, "pairs": (1, 4), "own_hidden": (2, 12)}
    return collect_positions("expert", where, limit=40, n_rounds=300, players=2, workers=1)


@pytest.fixture(scope="module")
def drawn() -> Positions:
    """Return decisions about a drawn card."""
    where = {"phase": PLACE, "last_turns": 0, "reshuffles": 0, "own_hidden": (2, 12)}
    return collect_positions("expert", where, limit=40, n_rounds=300, players=2, workers=1)


def test_slots_are_found_by_what_columns_show() -> None:
    positions = positions_of([parse_position(TEXT)], "random", Rules(players=2))
    own, other = grids_of(positions), grids_of(positions, following_seats(positions))
    assert own[0].shape == (4, 3)
    assert in_new_column(own).tolist() == [3]
    assert beside_one_card(own).tolist() == [1]
    assert third_of_pair(own).tolist() == [6]
    assert third_of_shown_pair(own).tolist() == [6]
    assert card_at(own, third_of_shown_pair(own), 1).tolist() == [7]
    assert set(completing_cards(own)[0].tolist()) == {7, 3, NO_CARD}
    assert third_of_pair(other).tolist() == [-1]
    assert third_of_shown_pair(other).tolist() == [9]
    assert card_at(other, np.array([-1])).tolist() == [NO_CARD]


def test_edited_positions_have_no_problem(pairs: Positions, drawn: Positions) -> None:
    rules = Rules(players=2)
    cards = np.full(len(pairs), 5)
    is_there = can_have(pairs, cards)
    discards = with_discards(pairs.select(is_there), cards[is_there])
    assert set(discards.games["table"]["discard_top"].tolist()) == {5}
    hands = with_drawn(drawn, np.full(len(drawn), 4))
    assert set(hands.games["table"]["drawn"].tolist()) == {4}
    split, is_split = split_pairs(pairs)
    assert is_split.sum() > len(pairs) / 2
    for game in (*discards.games, *hands.games, *split.games):
        assert find_problems(game, rules) == Problem(0)


def test_a_pair_that_is_split_leaves_the_same_cards_and_no_pair_more(pairs: Positions) -> None:
    split, is_split = split_pairs(pairs)
    before, after = grids_of(pairs), grids_of(split)
    assert np.array_equal(np.sort(before.reshape(-1, 12)), np.sort(after.reshape(-1, 12)))
    n_before, n_after = ((completing_cards(grids) != NO_CARD).sum(axis=1) for grids in (before, after))
    assert np.array_equal(n_after, n_before - is_split)
    assert np.array_equal(before[~is_split], after[~is_split])


def test_answers_are_what_agents_do_and_takes_are_legal(pairs: Positions) -> None:
    forks = [Fork("own"), Fork("answered", answers_of(pairs)), Fork("taken", best_takes(pairs))]
    result = play_forks(pairs, forks, n_deals=1, workers=1)
    assert not result.values("ahead", "answered", "own").any()
    assert result.values("ahead", "taken", "own").any()
    assert legal_at(pairs, best_takes(pairs)).all()
    took = answers_of(pairs) > 0
    assert took.any()
    assert np.array_equal(best_takes(pairs)[took], answers_of(pairs)[took])


def test_who_plays_like_the_others_is_level_on_every_deal() -> None:
    contested = play_alone_among(
        "columns(1)", variant_of("columns(1)"), players=3, n_rounds=30, seed=1, workers=1, on_progress=None
    )
    assert contested.ahead.shape == (10,)
    assert contested.ahead == pytest.approx(np.zeros(10))
    assert contested.won == pytest.approx(np.zeros(10))


def test_a_variant_differs_in_its_weight_alone() -> None:
    changed = weights_of(variant_of("expert", denial=0.75))
    plain = weights_of("expert")
    differing = [name for name in plain.__slots__ if getattr(plain, name) != getattr(changed, name)]
    assert differing == ["denial"]
    assert changed.denial == 0.75
    with pytest.raises(InputError, match=r"one-ply agents.*got cutoff\(2\)"):
        variant_of("cutoff(2)", denial=1)


def test_bins_have_names() -> None:
    assert bins_of(np.array([1, 3, 4, 99]), 1, 3, 6).tolist() == [1, 1, 4, 4]
    assert (bin_name(4, 3), bin_name(4, 1)) == ("4 to 6", "4")
    groups = group_cards(np.arange(-2, 13))
    assert list(groups) == list(CARD_GROUPS)
    assert np.sum(list(groups.values()), axis=0).tolist() == [1] * 15


def test_trees_find_the_rule_that_was_put_in() -> None:
    generator = np.random.default_rng(3)
    features = {"card": generator.integers(-2, 13, 3000), "match": generator.integers(0, 2, 3000)}
    is_good = np.where(features["match"] > 0, features["card"] <= 6, features["card"] <= 2)
    gains = np.where(is_good, 1.0, -1.0) + generator.normal(0, 0.5, 3000)
    tree = find_tree(features, gains, 2)
    assert np.array_equal(tree.decide(features), is_good)
    assert tree.text("take", "draw", lambda name, most: f"{name} <= {most}") == (
        "if match <= 0: (if card <= 2: take; else draw); else if card <= 6: take; else draw"
    )
    values = [float(gains @ find_tree(features, gains, depth).decide(features)) for depth in (0, 1, 2, 3)]
    assert values == sorted(values)
    assert values[0] < values[1] < values[2]


def test_two_questions_at_once_are_as_good_as_all_pairs_tried() -> None:
    generator = np.random.default_rng(6)
    features = {"a": generator.integers(0, 6, 60), "b": generator.integers(0, 4, 60)}
    gains = generator.normal(0, 1, 60)

    def best(where: np.ndarray, depth: int) -> float:
        found = max(gains[where].sum(), 0.0)
        for column in features.values() if depth else ():
            for most in np.unique(column)[:-1]:
                low, high = where & (column <= most), where & (column > most)
                if min(low.sum(), high.sum()) >= 5:
                    found = max(found, best(low, depth - 1) + best(high, depth - 1))
        return float(found)

    for depth in (1, 2, 3):
        tree = find_tree(features, gains, depth, least=5)
        assert gains @ tree.decide(features) == pytest.approx(best(np.ones(60, np.bool_), depth))


def test_a_tree_of_one_question_is_the_best_of_all() -> None:
    generator = np.random.default_rng(4)
    features = {"a": generator.integers(0, 6, 50), "b": generator.integers(0, 4, 50)}
    gains = generator.normal(0, 1, 50)
    best = max(
        max(gains[sides].sum(), 0) + max(gains[~sides].sum(), 0)
        for column in features.values()
        for most in np.unique(column)[:-1]
        for sides in (column <= most,)
    )
    assert gains @ find_tree(features, gains, 1).decide(features) == pytest.approx(best)
    assert find_tree(features, np.abs(gains), 3) == Tree(is_yes=True)
    assert find_tree(features, gains, 3, least=26) == Tree(is_yes=bool(gains.sum() > 0))
