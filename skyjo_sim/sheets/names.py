"""The names of the people at a table: what is allowed, and whom a text means."""

import difflib
import unicodedata
from collections.abc import Sequence

from skyjo_sim.errors import InputError
from skyjo_sim.rules import LIMITS
from skyjo_sim.rules_text import show
from skyjo_sim.scoring import check_whole

_FORBIDDEN = {"Cc", "Cs", "Zl", "Zp"}
"""Unicode categories that no name contains: controls, surrogates and line ends."""


def clean_name(name: object) -> str:
    """Return a name without spaces around it and with composed accents (keyboards write é in two ways).

    Raises
    ------
    InputError
        If it is not a text, is empty or contains a control character.
    """
    if not isinstance(name, str):
        raise InputError(f"a player's name must be a text, got {show(name)}")
    cleaned = unicodedata.normalize("NFC", name).strip()
    if not cleaned:
        raise InputError(f"a player's name must not be empty, got {show(name)}")
    if any(unicodedata.category(character) in _FORBIDDEN for character in cleaned):
        raise InputError(f"a player's name must not contain control characters, got {show(ascii(name))}")
    return cleaned


def check_names(players: Sequence[str]) -> tuple[str, ...]:
    """Return the cleaned names of the players in seat order.

    Raises
    ------
    InputError
        If their number is not allowed, one is not a name, or two are equal.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise InputError(f"players must be a list of names, got {show(players)}")
    lowest, highest = LIMITS["players"]
    if not lowest <= len(players) <= highest:
        raise InputError(f"there must be {lowest}..{highest} players, got {len(players)}")
    names = tuple(clean_name(name) for name in players)
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"players' names must differ, got {show(name)} {names.count(name)} times")
    return names


def _plain(name: str) -> str:
    """Return a name in lower case without accents."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def find_seat(players: tuple[str, ...], who: str | int) -> int:
    """Return the seat of a player given by seat or name; case and accents count where names differ in them.

    Raises
    ------
    InputError
        If nobody is meant; the nearest name is suggested.
    """
    if not isinstance(who, str):
        return check_whole(who, "a seat", 0, len(players) - 1)
    name = clean_name(who)
    if name in players:
        return players.index(name)
    plain_name, plain_players = _plain(name), [_plain(player) for player in players]
    if plain_players.count(plain_name) == 1:
        return plain_players.index(plain_name)
    near = difflib.get_close_matches(plain_name[:100], plain_players, n=1)
    hint = f"did you mean {players[plain_players.index(near[0])]}? " if near else ""
    raise InputError(f"there is no player {show(name)}; {hint}players are {', '.join(players)}")
