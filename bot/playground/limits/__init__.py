"""What Discord refuses: its limits as tables, and the checks that read them (sources stand at each table)."""
