"""The questions: a file each, with settings, `run`, `plot` and `answer` (`skyjo_experiments.experiment.Experiment`)."""
