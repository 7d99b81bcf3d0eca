"""Benchmarks and the yardstick they are held against."""
