"""Statistics of comparisons and experiments: the deal is the unit, every estimate has its interval."""
