"""What comparisons compile: sums by deal and seat, and the luck in them."""
