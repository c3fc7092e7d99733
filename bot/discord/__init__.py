"""Discord's side: interactions in, posts out, the clock."""
