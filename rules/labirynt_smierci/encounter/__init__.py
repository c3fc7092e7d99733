"""Encounters with monsters [8]: arrival, talks, bribes and spells before a fight."""
