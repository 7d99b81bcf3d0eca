"""The compiled engine of Skyjo Action, over the parts that both games share."""
