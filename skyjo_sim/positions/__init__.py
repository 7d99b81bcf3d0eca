"""What positions are made of; used through `skyjo_sim.position` and `skyjo_sim.notation`."""
