import JourneyBase
import Synchronization

/// Whether a server should be sent clients: one check for each thing that it cannot do without.
///
/// It is not ready while a check fails, and no more from the moment that its server is told to stop.
public final class Readiness: Sendable {
    /// One thing that has to work, such as the database.
    public struct Check: Sendable {
        /// Stands in the answer.
        public let name: String
        private let isWorking: @Sendable () async -> Bool

        /// `isWorking` is asked with each `GET /ready`, so it has to be quick; one that throws or hangs belongs inside it.
        public init(_ name: StaticString, _ isWorking: @escaping @Sendable () async -> Bool) {
            self.name = "\(name)"
            self.isWorking = isWorking
        }

        func passes() async -> Bool { await isWorking() }
    }

    private let checks: [Check]
    private let isOver = Atomic(false)

    public init(_ checks: [Check] = []) { self.checks = checks }

    /// Whether the server has been told to stop.
    public var isStopping: Bool { isOver.load(ordering: .relaxed) }

    /// From now on, `GET /ready` is answered 503.
    public func beginStopping() { isOver.store(true, ordering: .relaxed) }

    /// `{"status": "ready" | "unready" | "stopping", "checks": {name: Bool}}`, with 200 or 503.
    func response() async -> HTTPResponse {
        if isStopping { return Readiness.response("stopping", [:]) }
        var results: [String: Bool] = [:]
        for check in checks { results[check.name] = await check.passes() }
        // A stop that came meanwhile counts.
        if isStopping { return Readiness.response("stopping", results) }
        return Readiness.response(results.values.allSatisfy { $0 } ? "ready" : "unready", results)
    }

    private static func response(_ status: String, _ results: [String: Bool]) -> HTTPResponse {
        .json(
            ["status": .string(status), "checks": .object(results.mapValues { .bool($0) })],
            status: status == "ready" ? 200 : 503, headers: ["Cache-Control": "no-store"])
    }
}
