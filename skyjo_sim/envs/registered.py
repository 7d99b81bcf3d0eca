"""What the registered ids make: environments of one game and one kind of episode, whatever else is set."""

from dataclasses import dataclass
from typing import Any

from skyjo_sim.engines import as_game
from skyjo_sim.envs.settings import EPISODES, check_choice
from skyjo_sim.envs.single import SkyjoEnv
from skyjo_sim.envs.vector import SkyjoVectorEnv
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game

__all__ = ["ENTRY_POINTS", "Maker", "id_of"]

_NAMES = {Game.CLASSIC: "Skyjo", Game.ACTION: "SkyjoAction"}
_WORDS = {Game.CLASSIC: "skyjo", Game.ACTION: "action"}


def id_of(game: Game, episode: str) -> str:
    """Return the id of a game's environments whose episodes are rounds or games."""
    return f"{_NAMES[game]}/{episode.capitalize()}-v0"


@dataclass(frozen=True, slots=True)
class Maker:
    """Make the environments of an id; it is called as their class is."""

    kind: type[SkyjoEnv] | type[SkyjoVectorEnv]
    game: Game
    episode: str

    @property
    def metadata(self) -> dict[str, Any]:
        """Return the metadata of the class, which `gymnasium.make` looks at."""
        return self.kind.metadata

    def __call__(
        self, *, game: Game | str | None = None, episode: str | None = None, **settings: Any
    ) -> SkyjoEnv | SkyjoVectorEnv:
        """Return an environment.

        Raises
        ------
        InputError
            If an argument is not allowed, or the game or the episode is that of another id.
        """
        wanted_game = self.game if game is None else as_game(game)
        wanted_episode = self.episode if episode is None else check_choice("episode", episode, EPISODES)
        self._check("game", self.game, wanted_game, id_of(wanted_game, wanted_episode))
        self._check("episode", self.episode, wanted_episode, id_of(wanted_game, wanted_episode))
        return self.kind(game=self.game, episode=self.episode, **settings)

    def _check(self, name: str, own: str, wanted: str, wanted_id: str) -> None:
        if wanted != own:
            own_id = id_of(self.game, self.episode)
            raise InputError(f"{name} of {own_id} must be {own}, got {str(wanted)!r}; the id for it is {wanted_id}")


skyjo_round = Maker(SkyjoEnv, Game.CLASSIC, "round")
skyjo_round_vector = Maker(SkyjoVectorEnv, Game.CLASSIC, "round")
skyjo_game = Maker(SkyjoEnv, Game.CLASSIC, "game")
skyjo_game_vector = Maker(SkyjoVectorEnv, Game.CLASSIC, "game")
action_round = Maker(SkyjoEnv, Game.ACTION, "round")
action_round_vector = Maker(SkyjoVectorEnv, Game.ACTION, "round")
action_game = Maker(SkyjoEnv, Game.ACTION, "game")
action_game_vector = Maker(SkyjoVectorEnv, Game.ACTION, "game")

ENTRY_POINTS = {
    id_of(game, episode): tuple(f"{__name__}:{_WORDS[game]}_{episode}{end}" for end in ("", "_vector"))
    for game in Game
    for episode in EPISODES
}
"""What makes one environment of an id, and what makes many at once, as names that can be imported."""
