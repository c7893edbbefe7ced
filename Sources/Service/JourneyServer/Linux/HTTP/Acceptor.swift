import CSystem
import Glibc
import JourneyBase

/// Accepts the connections of one listener, and hands them to the loops in turn. On the first loop's thread.
final class Acceptor: EventSource {
    private let listener: Listener
    private unowned let loop: ServerLoop
    /// `true` if it waits for room.
    private(set) var isPaused = false
    /// A descriptor that is closed to accept and turn away one more client when the process has no descriptor left.
    private var spare = csystem_spare()
    private var turn = 0

    init(_ listener: Listener, _ loop: ServerLoop) {
        self.listener = listener
        self.loop = loop
    }

    deinit { if spare >= 0 { csystem_close(spare) } }

    /// `true` if its connections have TLS.
    var hasTLS: Bool { listener.tls != nil }

    /// Changes the keys of session tickets if it is time.
    func rotateTicketKeys() { listener.tls?.ticketKeys.rotate() }

    /// Begins, or begins again. Whether the system watches the socket.
    func resume() -> Bool {
        isPaused = !loop.events.watch(listener.descriptor, isListener: true, self)
        loop.core.admission.wait(isPaused ? loop.events : nil)
        return !isPaused
    }

    /// `true` if it has stopped, and there is room again, or a connection that can be closed to make room.
    var mayResume: Bool {
        isPaused && (listener.isReserved || loop.core.admission.hasRoom || oldest(of: loop.core.loops) != nil)
    }

    /// Leaves further clients in the system's backlog.
    private func pause() {
        isPaused = true
        loop.core.admission.wait(loop.events)
        loop.events.forget(listener.descriptor)
    }

    /// Stops for good.
    func close() {
        loop.events.forget(listener.descriptor)
        listener.close()
    }

    /// The most connections of one turn, so that existing connections get theirs.
    private static let perTurn = 32

    func happened(_ event: csystem_readiness) {
        let core = loop.core
        let loops = core.loops
        for _ in 0..<Acceptor.perTurn {
            let isFull = !listener.isReserved && !core.admission.hasRoom
            if isFull, oldest(of: loops) == nil { return pause() }
            var address = [UInt8](repeating: 0, count: 16)
            var count: Int32 = 0
            let socket = csystem_accept(listener.descriptor, &address, &count)
            if socket == -EMFILE || socket == -ENFILE { return dropOne(loops) }
            // The system is out of memory: looked at again in a later turn.
            if socket == -ENOMEM || socket == -ENOBUFS { return pause() }
            if socket == -EAGAIN { return }
            // Who has gone while waiting is no reason to look away from the others.
            guard socket >= 0 else { continue }
            if isFull { makeRoom(among: loops) }
            admit(socket, count == 0 ? .unix : ClientAddress(Array(address.prefix(Int(count)))), loops)
        }
    }

    private func admit(_ socket: Int32, _ address: ClientAddress?, _ loops: [ServerLoop]) {
        let core = loop.core
        let isTrusted = address.map { listener.proxies?.trust($0) ?? false } ?? false
        let verdict = core.admission.admit(
            from: address == .unix ? nil : address, isTrusted: isTrusted, isReserved: listener.isReserved,
            hasHandshake: listener.tls != nil)
        guard case .admitted(let place) = verdict, !loops.isEmpty else { return csystem_close(socket) }
        if core.admission.handshakeExcess > 0 { makeRoom(among: loops, isUnfinished: true) }
        turn = (turn + 1) % loops.count
        let target = loops[turn]
        let way = listener
        target.events.perform {
            target.take(Connection(socket, from: address, place: place, listener: way, loop: target))
        }
    }

    /// The loop that has the connection which has been idle or unfinished for longest.
    private func oldest(of loops: [ServerLoop], isUnfinished: Bool = false) -> ServerLoop? {
        let oldest = loops.min { $0.spareAge(isUnfinished: isUnfinished) < $1.spareAge(isUnfinished: isUnfinished) }
        guard let oldest, oldest.spareAge(isUnfinished: isUnfinished) < .max else { return nil }
        return oldest
    }

    /// Has that connection closed.
    private func makeRoom(among loops: [ServerLoop], isUnfinished: Bool = false) {
        guard let oldest = oldest(of: loops, isUnfinished: isUnfinished) else { return }
        loop.core.admission.beginLeaving()
        oldest.claimSpare(isUnfinished: isUnfinished)
        oldest.events.perform { oldest.makeRoom(isUnfinished: isUnfinished) }
    }

    /// Turns a client away for whom no descriptor is left, using the spare one, and makes room for the next.
    private func dropOne(_ loops: [ServerLoop]) {
        if spare >= 0 { csystem_close(spare) }
        var address = [UInt8](repeating: 0, count: 16)
        var count: Int32 = 0
        let socket = csystem_accept(listener.descriptor, &address, &count)
        if socket >= 0 { csystem_close(socket) }
        spare = csystem_spare()
        makeRoom(among: loops)
    }
}
