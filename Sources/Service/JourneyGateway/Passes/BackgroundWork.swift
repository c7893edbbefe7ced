import JourneyServer

/// Runs CPU-intensive work off the server's own thread if the process may use another processor.
enum BackgroundWork {
    static func run<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard Processors.count > 1 else { return try work() }
        let result = await withTaskExecutorPreference(globalConcurrentExecutor) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
