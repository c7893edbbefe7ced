import JourneyBase
import Synchronization

/// The state that all loops of a server share. It decides nothing about requests: `RequestHead` does before the service sees
/// them, the service after.
final class ServerCore: Sendable {
    struct State {
        var stop: Stop?
        /// The loops that run.
        var loops: [ServerLoop] = []
        /// The number of loops that haven't ended.
        var running = 0
        var isStopped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    struct Stop {
        /// The time at which the server stops listening.
        var quiet: ClockInstant
        /// The time at which requests under way are cut.
        var deadline: ClockInstant
        /// `true` if it has stopped listening.
        var isQuiet = false
    }

    /// The name of the header field that says which request it was, in requests as services see them and in responses.
    static let requestID = "X-Request-Id"

    /// The moment that all loops count from.
    let begin = ClockInstant.now
    private let service: HealthRoutes
    private let health: HealthRoutes
    let limits: ServerLimits
    let times: ServerTimes
    let log: Log
    let requestLog: RequestLogPolicy
    let readiness: Readiness
    let admission: Admission
    let state = Mutex(State())
    /// Bodies that are streamed in or out.
    private let streams = Atomic(0)
    /// Bytes that connections hold.
    private let held = Atomic(0)

    init(
        service: any HTTPService, limits: ServerLimits, readiness: Readiness, log: Log,
        requestLog: RequestLogPolicy = RequestLogPolicy()
    ) {
        self.service = HealthRoutes(readiness: readiness, rest: service)
        health = HealthRoutes(readiness: readiness, rest: Router([]))
        self.limits = limits
        times = ServerTimes(limits)
        self.log = log
        self.requestLog = requestLog
        self.readiness = readiness
        admission = Admission(limits)
    }

    /// Returns the service that answers `request`, which came by `listener`.
    func service(for request: HTTPRequest, from listener: Listener) -> any HTTPService {
        listener.isReserved ? health.service(for: request) : service.service(for: request)
    }

    /// Counts one streamed body more. `false` when there are as many as are allowed.
    func beginStream() -> Bool {
        guard streams.wrappingAdd(1, ordering: .relaxed).newValue <= limits.streams else {
            endStream()
            return false
        }
        return true
    }

    func endStream() { streams.wrappingSubtract(1, ordering: .relaxed) }

    /// Counts `count` bytes more that a connection holds, or fewer. Whether all together hold no more than they may; they are counted
    /// either way.
    func hold(_ count: Int) -> Bool {
        held.wrappingAdd(count, ordering: .relaxed).newValue <= limits.buffers
    }

    /// `true` if nothing is counted.
    var isEmpty: Bool {
        streams.load(ordering: .relaxed) == 0 && held.load(ordering: .relaxed) == 0 && admission.isEmpty
    }

    /// The loops that run, the first of which accepts.
    var loops: [ServerLoop] { state.withLock(\.loops) }

    /// Has every loop look at what has changed.
    func ringAll() { for loop in loops { loop.events.ring() } }

    /// Records that a loop has ended. The last one resumes the callers that wait for the server's end.
    func loopEnded() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            state.isStopped = true
            state.loops = []
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Logs one line for a request: its route, never its path, query or headers; its status, with the code of a refusal; the
    /// client's address, and a pseudonym of the caller.
    func record(_ exchange: Exchange) {
        guard !log.isSilent else { return }
        let spent = ClockInstant.now - exchange.begin
        var fields: [Log.Field: String] = [
            .request: exchange.id, .status: String(exchange.status), .bytes: String(exchange.bytesSent),
            .milliseconds: String(spent.nanoseconds / 1_000_000),
        ]
        if let head = exchange.head {
            fields[.method] = head.method.rawValue
            fields[.route] = exchange.service?.routeName(for: head)
            fields[.trace] = head.headers["traceparent"].flatMap { TraceContext($0)?.traceID.description }
        }
        fields[.code] = exchange.reason
        fields[.caller] = exchange.caller?.bytes.map(requestLog.pseudonym)
        switch requestLog.addresses {
        case .full: fields[.address] = exchange.address?.text
        case .truncated: fields[.address] = exchange.address?.truncated
        case .none: break
        }
        log.record(exchange.status == 0 ? .warning : .info, "A request ended.", fields)
    }
}
