import CMicrohttpd
import CSystem
import Glibc
import JourneyBase
import Synchronization

extension ServerCore {
    /// The thread's life: serve, and when told to stop, let what is under way end first.
    func run() {
        loop.adopt()
        guard let daemon else { return }
        var pace = Pace()
        var swept = ContinuousClock.now
        while true {
            // Whether a connection was woken or made room for another shows only in the next run.
            let isFull = Int(cmhd_connections(daemon)) >= limits.connections
            now = .now
            repeat { _ = MHD_run(daemon) } while loop.drain()
            if isFull { _ = MHD_run(daemon) }
            now = .now
            if now - swept >= ServerCore.sweepInterval {
                swept = now
                sweep(now)
            }
            if advanceStop(daemon, now) { break }
            let wait = pace.wait(asked: timeout(daemon), activity: activity)
            if loop.wait(milliseconds: Int32(wait)) { pace.reset() }
        }
        MHD_stop_daemon(daemon)
        forgetDaemon()
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.isStopped = true
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
        // A task that ignores its cancellation still has to find its executor.
        while tasks > 0 {
            if !loop.drain() { _ = loop.wait(milliseconds: -1) }
        }
    }

    /// How often slow clients and slow services are looked for.
    private static let sweepInterval = Duration.milliseconds(100)

    private func timeout(_ daemon: OpaquePointer) -> Int64 {
        let isBusy = isStopping || underWay > 0
        let own: Int64 = isBusy ? 100 : connections.isEmpty ? -1 : 500
        let theirs = cmhd_timeout(daemon)
        return own < 0 ? theirs : theirs < 0 ? own : min(own, theirs)
    }

    /// Answers 503 for services that think too long, and cuts clients that take too long.
    private func sweep(_ now: ContinuousClock.Instant) {
        let stop = state.withLock(\.stop)
        for connection in connections.values {
            guard let exchange = connection.exchange else {
                if now - connection.idleSince > limits.transfer { connection.cut() }
                continue
            }
            switch exchange.verdict(at: now, limits: limits, stop: stop?.deadline) {
            case .fine: break
            case .tooSlowClient:
                exchange.reason = RequestReason.clientTooSlow
                connection.cut()
            case .tooSlowService:
                exchange.reason = RequestReason.serviceTooSlow
                exchange.finish(HTTPResponse(status: 503, headers: ["Retry-After": "1"]))
                exchange.task?.cancel()
            case .tooLongUpload:
                exchange.reason = RequestReason.clientTooSlow
                exchange.task?.cancel()
                connection.cut()
            case .tooLongStream:
                exchange.reason = RequestReason.streamTooLong
                exchange.outgoing?.abandon()
            }
        }
    }

    /// Whether the daemon may be stopped now.
    private func advanceStop(_ daemon: OpaquePointer, _ now: ContinuousClock.Instant) -> Bool {
        guard let stop = state.withLock(\.stop) else { return false }
        if !isStopping {
            isStopping = true
            for connection in connections.values where connection.exchange?.outgoing?.isEndless ?? false {
                connection.exchange?.outgoing?.end()
            }
        }
        guard now >= stop.quiet else { return false }
        if !stop.isQuiet {
            let listener = MHD_quiesce_daemon(daemon)
            if listener >= 0 { csystem_close(listener) }
            state.withLock { $0.stop?.isQuiet = true }
        }
        // A client that sends or reads too slowly does not hold the server up for ever, but what `sweep` answered has
        // a second to be sent; a suspended connection must never be stopped.
        let isOver = underWay == 0
        let isParked = connections.values.contains { $0.isParked }
        return isOver || (!isParked && now > stop.deadline + .seconds(1))
    }
}

/// How soon to look again when the library says "at once".
///
/// It says so for as long as a TLS handshake is unfinished, whether or not anything has come (seen with 0.9.75). After
/// several runs that did nothing, without an event, the loop therefore waits a little: an event ends the wait.
struct Pace {
    private var idleRuns = 0
    private var activity: UInt = 0

    /// The library may need several runs for what it has already read.
    private static let patience = 64
    private static let longest: Int64 = 16

    /// Milliseconds to wait, where the library asked for `asked`.
    mutating func wait(asked: Int64, activity: UInt) -> Int64 {
        guard asked == 0, activity == self.activity else {
            self.activity = activity
            idleRuns = 0
            return asked
        }
        idleRuns += 1
        let over = idleRuns - Pace.patience
        return over < 0 ? 0 : min(Pace.longest, 1 << Int64(min(over, 10)))
    }

    /// Something happened.
    mutating func reset() { idleRuns = 0 }
}

extension Exchange {
    enum Verdict { case fine, tooSlowClient, tooSlowService, tooLongUpload, tooLongStream }

    /// Whether somebody has taken longer than `limits` allow, or than the server has left.
    func verdict(at now: ContinuousClock.Instant, limits: ServerLimits, stop: ContinuousClock.Instant?) -> Verdict {
        let isLast = stop.map { now > $0 } ?? false
        switch phase {
        case .started, .reading: return now - begin > limits.transfer ? .tooSlowClient : .fine
        case .handling, .answered:
            if let upload, !upload.isComplete {
                return isLast || now - begin > limits.transfer + limits.handling ? .tooLongUpload : .fine
            }
            return connection.isParked && (isLast || now - since > limits.handling) ? .tooSlowService : .fine
        case .sent:
            guard let outgoing else { return now - since > limits.transfer ? .tooSlowClient : .fine }
            if isLast || now - begin > limits.streaming { return .tooLongStream }
            return !connection.isParked && now - outgoing.since > limits.transfer ? .tooSlowClient : .fine
        }
    }
}
