"""What a mutant is: edits of the sources that make the package play or measure wrongly."""

from dataclasses import dataclass

BY_RULES, BY_RUNS, BY_MEASURES = "rules", "runs", "measures"
BY_VIEWS, BY_EPISODES, BY_SELF_PLAY, BY_NETWORKS = "views", "episodes", "self-play", "networks"
BY_ACTION = "action"
"""Which tests look at a mutant first: those of the rules, of whole runs, of what is measured; of what a seat sees, of
environments with opponents, of tables played from every seat, of networks; of Skyjo Action."""

CORE, AGENTS = "skyjo_sim", "agents/skyjo_agents"
"""Where sources lie."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a text that occurs `count` times in a file; all of them are replaced."""

    file: str
    old: str
    new: str
    count: int = 1

    def apply(self, text: str) -> str:
        """Return the file's changed text.

        Raises
        ------
        ValueError
            If the old text does not occur `count` times, or the change is none.
        """
        n = text.count(self.old)
        if n != self.count:
            raise ValueError(f"{self.file}: the old text must occur {self.count} times, it occurs {n}: {self.old!r}")
        if self.old == self.new:
            raise ValueError(f"{self.file}: the new text must differ from the old one: {self.old!r}")
        return text.replace(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Mutant:
    """Something wrong: its name, what it does wrong, the edits that make it, the tests that look at it first."""

    name: str
    wrong: str
    edits: tuple[Edit, ...]
    tests: str = BY_RULES


def in_file(
    file: str, *changes: tuple[str, str, str, str], tests: str = BY_RULES, sources: str = CORE
) -> tuple[Mutant, ...]:
    """Return mutants of one edit each in one file: name, what is wrong, old text, new text."""
    path = f"{sources}/{file}.py"
    return tuple(Mutant(name, wrong, (Edit(path, old, new),), tests) for name, wrong, old, new in changes)


def in_files(name: str, wrong: str, *edits: tuple[str, str, str], tests: str = BY_RULES) -> tuple[Mutant, ...]:
    """Return a mutant of several edits: file, old text, new text."""
    return (Mutant(name, wrong, tuple(Edit(f"{CORE}/{file}.py", old, new) for file, old, new in edits), tests),)
