// Replaced by the command.
