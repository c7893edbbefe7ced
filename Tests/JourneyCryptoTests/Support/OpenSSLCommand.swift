import TestSupport

/// Runs the `openssl` command, the oracle of these tests.
func openssl(_ arguments: [String]) throws -> CommandResult {
    try run("openssl", arguments)
}
