"""Training of policy networks by MaskablePPO on the compiled environments; needs the extra ``rl``.

Configurations, evaluations and learning curves do without it: torch is imported by `entry` and what lies below it (`session`,
`model`, `callbacks`, `checkpoints`, `logs`) only.
"""
