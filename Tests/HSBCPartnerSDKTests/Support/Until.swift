/// Waits until `condition` holds. Throws when the test's time is over, so that a failing test ends.
func until(_ condition: () -> Bool) async throws {
    while !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
