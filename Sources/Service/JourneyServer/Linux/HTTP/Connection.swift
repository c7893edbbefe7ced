import CMicrohttpd
import CSystem
import Glibc

/// One client's connection, from the first byte to the last. Touched by the loop's thread only.
final class Connection {
    let raw: OpaquePointer
    private let loop: EventLoop
    /// Where it comes from, where that is known.
    let address: ClientAddress?
    /// How many requests it has carried.
    var requests = 0
    /// The request under way.
    var exchange: Exchange?
    /// Since when no request has been under way.
    var idleSince: ContinuousClock.Instant
    /// Whether the library leaves it alone until `wake`.
    private(set) var isParked = false

    init(raw: OpaquePointer, loop: EventLoop, now: ContinuousClock.Instant) {
        idleSince = now
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = cmhd_client_address(raw, &bytes)
        address = ClientAddress(Array(bytes.prefix(Int(count))))
        self.raw = raw
        self.loop = loop
    }

    /// Has the library leave the connection alone. A parked connection does not notice that its client has gone; with
    /// `onHangup`, it is told.
    func park(onHangup: (() -> Void)? = nil) {
        guard !isParked else { return }
        isParked = true
        MHD_suspend_connection(raw)
        if let onHangup { loop.onHangup(of: cmhd_socket(raw), onHangup) }
    }

    /// Undoes `park`; the library calls back in its next run.
    func wake() {
        guard isParked else { return }
        isParked = false
        loop.forgetHangup(of: cmhd_socket(raw))
        MHD_resume_connection(raw)
    }

    /// Ends the connection: the library finds it closed and lets it go in its own time.
    func cut() {
        let socket = cmhd_socket(raw)
        if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
        wake()
    }
}
