"""One actor for each table: what is asked, what an answer comes to, and what is stored of it."""
