"""The errors users meet. Each names the thing, its value and what is allowed."""


class SkyjoError(Exception):
    """Base of the errors that a user can cause and mend; the command prints them in one line and exits with 2."""


class InputError(SkyjoError, ValueError):
    """A value, a name or a file's content is not what is allowed."""


class RulesError(InputError):
    """Rules that cannot be played, or a text that does not describe rules."""


class NotationError(InputError):
    """A text that is not a position."""


class PolicyError(SkyjoError):
    """A policy with a wrong signature, or one that raised or answered something illegal."""


class RunError(SkyjoError):
    """A run folder that cannot be written, read or resumed."""
