import CSystem
import Foundation
import JourneyBase
import Synchronization

/// One thread of a server with its connections. Everything in it is touched by that thread only, unless it says so.
///
/// Unchecked, because the compiler cannot see which thread that is: other threads reach a loop through `events` alone.
final class ServerLoop: @unchecked Sendable {
    let core: ServerCore
    let events: EventLoop
    /// Requests that have begun and are not complete.
    var underWay = 0
    /// Tasks that have not returned, answered or not.
    var tasks = 0
    /// Looked up once in each turn of the loop: nothing here is measured more finely.
    private(set) var now: ClockInstant
    private let clock: () -> ClockInstant
    private(set) var isStopping = false
    /// The time at which requests under way are cut, once the server stops.
    private(set) var stopDeadline: ClockInstant?
    /// The memory that connections receive into, before anything is kept for them.
    let shared = SharedMemory(count: 64 * 1_024)
    /// The memory that TLS records are received into.
    let records = SharedMemory(count: TLSTransport.capacity)
    /// The memory for one piece of a streamed response.
    let piece = SharedMemory(count: 32 * 1_024)
    /// The output of the connection whose turn it is.
    let output = OutputBuffer(capacity: 128 * 1_024)

    private var connections: [Int32: Connection] = [:]
    private var acceptors: [Acceptor] = []
    private var wheel = TimerWheel(now: 0)
    private var spares = NumberLists(lists: 2)
    private var openings: [Connection] = []
    private var awake: [Connection] = []
    private var postponed: [() -> Void] = []
    private var isAdvancing = false
    var requestIDs = RequestIDs()
    private var dateSecond = time_t.min
    private var dateText: [UInt8] = []
    /// Since when the connection has been spare that is first to make room, in microseconds, and the same of those whose first request has
    /// not come; for the loop that accepts.
    private let oldestSpare = Atomic<UInt64>(UInt64.max)
    private let oldestUnfinished = Atomic<UInt64>(UInt64.max)
    private var spareSince: [UInt64] = []

    /// Creates a loop of `core`, without a thread.
    ///
    /// - Parameters:
    ///   - core: The state that loops share.
    ///   - clock: The time.
    /// - Throws: `SERVER_ERROR` when the system has no event descriptors left.
    init(_ core: ServerCore, clock: @escaping () -> ClockInstant = { .now }) throws(JourneyError) {
        self.core = core
        self.clock = clock
        now = clock()
        ticketKeysDue = now + ServerLoop.ticketKeysPause
        events = try EventLoop()
    }

    /// The time of day as HTTP spells it.
    func date() -> [UInt8] {
        let second = time(nil)
        if second != dateSecond {
            dateSecond = second
            dateText = Array(HTTPDate.text(Date(timeIntervalSince1970: Double(second))).utf8)
        }
        return dateText
    }

    // MARK: The thread

    /// Begins to listen, before the thread runs.
    func accept(from listeners: [Listener]) throws(JourneyError) {
        for listener in listeners {
            let acceptor = Acceptor(listener, self)
            guard acceptor.resume() else {
                throw JourneyError(.serverError, "The system does not watch the listening socket.")
            }
            acceptors.append(acceptor)
        }
    }

    /// Runs the loop: serves and, when told to stop, lets requests under way end first.
    func run() {
        events.adopt()
        while turn() {}
        // What was handed over before the acceptors closed has to be taken to be closed.
        closeConnections()
        core.loopEnded()
        // A task that ignores its cancellation still has to find its executor.
        while tasks > 0 {
            if !events.drain() { events.dispatch(events.wait(milliseconds: -1)) }
        }
    }

    /// Takes what other threads have handed over, and closes every connection.
    func closeConnections() {
        _ = events.drain()
        for connection in connections.values { connection.close() }
        doPostponed(postponed.count)
        _ = events.drain()
        // They hold this loop, as it holds them.
        (openings, awake) = ([], [])
    }

    /// Runs one turn: jobs, handshakes, timers, then events of the sockets, for which it waits unless told not to.
    ///
    /// - Returns: `true` if another turn is to follow.
    func turn(mayWait: Bool = true) -> Bool {
        // So many times at most: a task that never waits must not keep the loop from its sockets and timers.
        for _ in 0..<ServerLoop.roundsPerTurn {
            let hasRun = events.drain()
            if !wake(), !hasRun { break }
        }
        openSome()
        fireTimers()
        publish()
        if advanceStop() { return false }
        for acceptor in acceptors where acceptor.mayResume { _ = acceptor.resume() }
        let isIdle = openings.isEmpty && postponed.isEmpty && awake.isEmpty && !events.hasOwnJobs
        let count = events.wait(milliseconds: isIdle && mayWait ? patience : 0)
        // Whatever happens now happens at this moment, however long the wait was.
        now = clock()
        if now >= ticketKeysDue { rotateTicketKeys() }
        let due = postponed.count
        events.dispatch(count)
        doPostponed(due)
        return true
    }

    private static let roundsPerTurn = 16

    /// The longest time for which a turn waits, in milliseconds; -1 without end.
    var patience: Int32 {
        if isStopping { return 20 }
        if underWay > 0 { return 100 }
        guard connections.isEmpty, acceptors.allSatisfy({ !$0.isPaused }) else { return 500 }
        return acceptors.contains { $0.hasTLS } ? Int32(ServerLoop.ticketKeysPause.nanoseconds / 1_000_000) : -1
    }

    /// The pause between two looks at the keys of session tickets, so that those whose time is over are wiped on an idle server too.
    private static let ticketKeysPause = ClockInstant.Interval(nanoseconds: 60_000_000_000)
    private var ticketKeysDue: ClockInstant

    private func rotateTicketKeys() {
        ticketKeysDue = now + ServerLoop.ticketKeysPause
        for acceptor in acceptors { acceptor.rotateTicketKeys() }
    }

    // MARK: Connections

    /// Takes a connection that was accepted.
    func take(_ connection: Connection, isHTTP2: Bool = false) {
        connections[connection.socket] = connection
        guard events.watch(connection.socket, connection) else { return connection.close() }
        connection.start(isHTTP2: isHTTP2)
    }

    /// `true` if nothing is left of any connection or request.
    var isEmpty: Bool { connections.isEmpty && underWay == 0 && tasks == 0 && core.isEmpty }

    /// `connection` is closed.
    func closed(_ connection: Connection, isHandshaken: Bool) {
        events.forget(connection.socket)
        wheel.cancel(Int(connection.socket))
        spares.remove(Int(connection.socket))
        connections[connection.socket] = nil
        if core.admission.leave(connection.place, isHandshaken: isHandshaken) { core.loops.first?.events.ring() }
    }

    /// Has `connection` go on, now or, while another one is at it, right after that one.
    func advance(_ connection: Connection) {
        guard !isAdvancing else {
            if !connection.isAwake { awake.append(connection) }
            connection.isAwake = true
            return
        }
        isAdvancing = true
        output.clear()
        connection.step()
        output.clear()
        isAdvancing = false
    }

    /// Continues connections that had to wait for their turn. Returns `true` if there were any.
    private func wake() -> Bool {
        guard !awake.isEmpty else { return false }
        let waiting = awake
        awake = []
        for connection in waiting {
            connection.isAwake = false
            advance(connection)
        }
        return true
    }

    /// Does `work` in the next turn, after a look at the connections and the jobs that wait now.
    func postpone(_ work: @escaping () -> Void) { postponed.append(work) }

    private func doPostponed(_ count: Int) {
        guard count > 0 else { return }
        let due = postponed.prefix(count)
        postponed.removeFirst(count)
        for work in due { work() }
    }

    // MARK: Handshakes

    /// The number of handshakes that continue in one turn, which bounds the delay of all other connections. A whole handshake takes
    /// the server about 0.3 ms with a P-256 key, and 0.9, 2.2 and 4.5 ms with RSA of 2,048, 3,072 and 4,096 bits.
    static let openingsPerTurn = 4

    func queueOpening(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        openings.append(connection)
    }

    private func openSome() {
        guard !openings.isEmpty else { return }
        let some = openings.prefix(ServerLoop.openingsPerTurn)
        openings.removeFirst(some.count)
        for connection in some {
            connection.isQueued = false
            connection.open()
        }
    }

    // MARK: Time

    /// Microseconds since the server began, the same for all its loops.
    private func microseconds(at moment: ClockInstant) -> UInt64 {
        UInt64(max(0, (moment - core.begin).nanoseconds)) / 1_000
    }

    /// A tick of the wheel is a hundredth of a second.
    private func tick(of moment: ClockInstant) -> UInt64 {
        microseconds(at: moment) / 10_000
    }

    func setTimer(of connection: Connection, to deadline: ClockInstant?) {
        guard let deadline else { return wheel.cancel(Int(connection.socket)) }
        let tick = tick(of: deadline) + 1
        // A timer that is due before that looks again then: most deadlines are put off by each request, and none is ever due.
        if let set = wheel.tick(of: Int(connection.socket)), set <= tick { return }
        wheel.set(Int(connection.socket), at: tick)
    }

    private func fireTimers() {
        for number in wheel.advance(to: tick(of: now)) { connections[Int32(number)]?.timerFired() }
    }

    // MARK: Making room

    /// Puts `connection` behind those that have been spare for longer, or takes it from among them.
    func spare(_ connection: Connection, _ kind: Connection.ClosableList?) {
        let number = Int(connection.socket)
        // Those of the listener for health checks have places of their own, and make no room for others.
        guard let kind, !connection.place.isReserved else { return spares.remove(number) }
        spares.append(number, to: kind.rawValue)
        while spareSince.count <= number { spareSince.append(0) }
        spareSince[number] = microseconds(at: now)
    }

    private func oldest(_ kind: Connection.ClosableList) -> (number: Int, since: UInt64)? {
        spares.first(in: kind.rawValue).map { ($0, spareSince[$0]) }
    }

    /// Tells the loop that accepts how long connections have been spare here.
    private func publish() {
        let unfinished = oldest(.unfinished)?.since ?? .max
        oldestUnfinished.store(unfinished, ordering: .relaxed)
        let spare = min(unfinished, oldest(.idle)?.since ?? .max)
        oldestSpare.store(spare, ordering: .relaxed)
        if spare < .max { core.admission.tellWhoWaits() }
    }

    /// The time since the first connection that may be closed has been on its list; the largest number without one. Callable on
    /// any thread.
    func spareAge(isUnfinished: Bool) -> UInt64 {
        isUnfinished ? oldestUnfinished.load(ordering: .relaxed) : oldestSpare.load(ordering: .relaxed)
    }

    /// Uses up the value of `spareAge` for one eviction; this loop then publishes the next. Callable on any thread.
    func claimSpare(isUnfinished: Bool) {
        if isUnfinished {
            oldestUnfinished.store(.max, ordering: .relaxed)
        } else {
            oldestSpare.store(.max, ordering: .relaxed)
        }
    }

    /// Closes the connection that has been idle or unfinished for longest. It was counted as leaving.
    func makeRoom(isUnfinished: Bool) {
        let unfinished = oldest(.unfinished)
        let idle = isUnfinished ? nil : oldest(.idle)
        let first = [unfinished, idle].compactMap(\.self).min { $0.since < $1.since }
        if let first { connections[Int32(first.number)]?.close() }
        core.admission.endLeaving()
        publish()
    }

    // MARK: Stopping

    /// Returns `true` if the thread may end now.
    private func advanceStop() -> Bool {
        guard let stop = core.state.withLock(\.stop) else { return false }
        stopDeadline = stop.deadline
        if !isStopping {
            isStopping = true
            for connection in connections.values { connection.beginStopping() }
        }
        guard now >= stop.quiet else { return false }
        if !acceptors.isEmpty {
            for acceptor in acceptors { acceptor.close() }
            acceptors = []
            core.state.withLock { $0.stop?.isQuiet = true }
            core.ringAll()
        }
        // The others end after the loop that hands them connections.
        guard core.state.withLock({ $0.stop?.isQuiet ?? false }) else { return false }
        // A client that sends or reads too slowly does not hold the server up for ever, but what was answered for the service
        // has a second to be sent.
        if now > stop.deadline { for connection in connections.values { connection.arm() } }
        return underWay == 0 && !connections.values.contains { !$0.hasSentAll } || now > stop.deadline + .seconds(1)
    }
}
