"""Chapter 8: who comes, and how the party talks, pays or casts its way past them."""
