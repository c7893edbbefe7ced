import JourneyBase
import Synchronization

/// The readiness of a server: one check for each dependency that it can't work without.
///
/// It isn't ready while a check fails, and never again once its server has been told to stop.
public final class Readiness: Sendable {
    /// One dependency that has to work, such as the database.
    public struct Check: Sendable {
        /// The name of the check, a key of `checks` in the response to `GET /ready`.
        public let name: String
        fileprivate let isWorking: @Sendable () async -> Bool

        /// Creates a check for `GET /ready`.
        ///
        /// - Parameters:
        ///   - name: The name in the response.
        ///   - isWorking: The check. It runs off the server's loop, at most once at a time. A check that takes longer than three
        ///     seconds fails.
        public init(_ name: StaticString, _ isWorking: @escaping @Sendable () async -> Bool) {
            self.name = "\(name)"
            self.isWorking = isWorking
        }
    }

    private let checks: [(name: String, check: SharedCheck)]
    private let isOver = Atomic(false)

    /// The time limit of `GET /ready` for one check.
    static let patience: Duration = .seconds(3)

    public convenience init(_ checks: [Check] = []) { self.init(checks, patience: Readiness.patience) }

    init(_ checks: [Check], patience: Duration) {
        self.checks = checks.map {
            ($0.name, SharedCheck(limit: patience, clock: ContinuousClock(), $0.isWorking))
        }
    }

    /// `true` if the server has been told to stop.
    public var isStopping: Bool { isOver.load(ordering: .relaxed) }

    /// From now on, `GET /ready` is answered 503.
    func beginStopping() { isOver.store(true, ordering: .relaxed) }

    /// `{"status": "ready" | "unready" | "stopping", "checks": {name: Bool}}`, with 200 or 503.
    func response() async -> HTTPResponse {
        if isStopping { return Readiness.response("stopping", [:]) }
        // All at one time: what hangs does not hold up what the others say.
        let results = await withTaskGroup(of: (String, Bool).self) { group in
            for (name, check) in checks { group.addTask { (name, await check.result() ?? false) } }
            return await group.reduce(into: [String: Bool]()) { $0[$1.0] = $1.1 }
        }
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
