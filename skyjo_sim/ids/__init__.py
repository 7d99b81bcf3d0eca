"""What the action ids mean, in both games and under any rules."""
