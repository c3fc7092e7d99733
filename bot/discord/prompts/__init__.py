"""What people see and press: questions, panels, menus, and the addresses in custom ids."""
