"""Simulation: many games or rounds, in parts, on threads or a cluster, kept in a run folder, with measured results."""
