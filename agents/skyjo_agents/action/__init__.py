"""Strategies for Skyjo Action."""
