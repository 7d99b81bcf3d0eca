"""Rules with a name: one TOML file each, read by `skyjo_sim.Rules.load`."""
