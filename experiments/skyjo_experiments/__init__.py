"""Questions about strategy, statistics and the `skyjo` command."""
