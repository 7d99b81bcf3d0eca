"""skyjo_sim: the games. Rules, compiled engine, simulation and positions of Skyjo."""
