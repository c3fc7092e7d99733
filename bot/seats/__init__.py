"""Coming and going: the lobby, seats of a running game, tables that lost their channel, being forgotten."""
