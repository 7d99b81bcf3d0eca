"""Tests of skyjo-sim."""
