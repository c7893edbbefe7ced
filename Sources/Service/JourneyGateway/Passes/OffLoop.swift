import Foundation

/// Work that keeps a processor busy for long, beside the server's own thread where there is another processor.
enum OffLoop {
    private static let hasRoom = ProcessInfo.processInfo.activeProcessorCount > 1

    static func run<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard hasRoom else { return try work() }
        let result = await withTaskExecutorPreference(globalConcurrentExecutor) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
