"""What a score sheet is made of; used through `skyjo_sim.score_sheet` and the files and figures here."""
