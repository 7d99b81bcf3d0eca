"""Compiled parts of the questions about ending a round."""
