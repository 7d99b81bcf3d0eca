"""Compiled parts of the questions about Skyjo Action."""
