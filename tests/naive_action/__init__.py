"""Play Skyjo Action slowly and plainly: the oracle of the compiled engine.

Written from RULES.md section 9 in lists, tuples and dicts; what both games share comes from the oracle of the classic
game. Where the compiled engine reasons, this one tries: every value for every star, every sequence of clearings at the
end of a round, every set of lines of stars.

`tests.naive_action.game.NaiveActionGame` is driven decision by decision. A decision that needs others after it is a
generator that yields the legal ids and receives the chosen one, so an effect reads from top to bottom like its rule.
"""
