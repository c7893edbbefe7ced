import Foundation
import JourneyBase

/// The trust of one transport in libcurl's form, made once.
final class CurlTrust: Sendable {
    let pins: PinPolicy
    let identity: CurlIdentity?
    /// `true` when a server without HTTP/2 is refused.
    let requiresHTTP2: Bool
    let userAgent: String
    let now: @Sendable () -> Date
    private let reporter: PinReporter?
    /// The authorities' certificates in one buffer, which handles borrow. `nil` for the system's store.
    // Sendable because it is set in init, never written again, and freed with the last owner.
    private let buffer: ThreadSafe<UnsafeMutableRawBufferPointer?>
    var authorities: UnsafeMutableRawBufferPointer? { buffer.value }

    init(
        _ trust: TLSTrust, identity: CurlIdentity? = nil, requiresHTTP2: Bool = false, userAgent: String,
        reporter: PinReporter? = nil, now: @escaping @Sendable () -> Date
    ) {
        pins = trust.pins
        self.identity = identity
        self.requiresHTTP2 = requiresHTTP2
        self.userAgent = userAgent
        self.reporter = reporter
        self.now = now
        if trust.authorities.isEmpty {
            buffer = ThreadSafe(nil)
        } else {
            let text = Array(trust.authorities.joined(separator: "\n").utf8)
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(text.count, 1), alignment: 1)
            copy[0] = 0
            copy.copyBytes(from: text)
            buffer = ThreadSafe(copy)
        }
    }

    deinit { authorities?.deallocate() }

    func report(_ report: PinReport) { reporter?.report(report) }
}
