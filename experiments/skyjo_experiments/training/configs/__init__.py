"""Training configurations that come with the package, by name."""
