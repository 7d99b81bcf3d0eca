"""What the questions about ending a round share: decisions to end or wait, break-even points, rules of thumb, doubling."""
