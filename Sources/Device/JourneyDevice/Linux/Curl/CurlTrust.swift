import JourneyBase

/// The trust of one transport in the form libcurl takes it, made once.
final class CurlTrust: Sendable {
    private let trust: TLSTrust
    let userAgent: String
    /// The authorities' certificates in one piece; handles borrow them. `nil` stands for the system's store.
    // Sendable because it is filled in init, never written again, and freed with the last owner.
    nonisolated(unsafe) let authorities: UnsafeMutableRawBufferPointer?

    init(_ trust: TLSTrust, userAgent: String) {
        self.trust = trust
        self.userAgent = userAgent
        if trust.authorities.isEmpty {
            authorities = nil
        } else {
            let text = Array(trust.authorities.joined(separator: "\n").utf8)
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(text.count, 1), alignment: 1)
            copy[0] = 0
            copy.copyBytes(from: text)
            authorities = copy
        }
    }

    deinit { authorities?.deallocate() }

    func pinRule(for host: String) -> PinRule { trust.pinRule(for: host) }
}
