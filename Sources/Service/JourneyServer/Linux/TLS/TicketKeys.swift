import COpenSSL
import Glibc
import JourneyBase
import Synchronization

/// The keys of session tickets (RFC 5077, section 4; RFC 8446, section 4.6.1), in locked memory.
///
/// Whoever holds a ticket's key reads the TLS 1.2 connections that were resumed with it, so a key protects tickets for one
/// period, opens them for one more, and is wiped. One value serves all loops and outlives a change of certificates, so that
/// clients resume on any connection and across a reload.
final class TicketKeys: Sendable {
    /// A key set: 16 bytes of name, 32 for AES-256-CBC, 32 for HMAC-SHA256.
    private struct Keys {
        static let nameCount = 16
        static let count = 80
        let bytes: Secret

        init() { bytes = Secret(count: Keys.count) { SystemRandom.fill($0) } }

        func isNamed(_ name: UnsafePointer<UInt8>) -> Bool {
            bytes.withBytes { memcmp(TicketKeys.part($0, 0), name, Keys.nameCount) == 0 }
        }
    }

    private struct State {
        var current = Keys()
        var previous: Keys?
        /// The time at which `current` was made.
        var start: ContinuousClock.Instant
    }

    /// The time for which a key protects new tickets, and the longest for which a ticket is accepted.
    let period: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// Fresh keys.
    ///
    /// - Parameters:
    ///   - period: How long a key protects new tickets: one second to seven days (RFC 8446, section 4.6.1).
    ///   - now: The time, which decides when keys change.
    init(
        period: Duration = .seconds(3_600), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.period = min(max(period, .seconds(1)), .seconds(7 * 86_400))
        self.now = now
        state = Mutex(State(start: now()))
    }

    /// Sets up the contexts of one ticket, as `SSL_CTX_set_tlsext_ticket_key_evp_cb(3)` asks.
    ///
    /// - Parameters:
    ///   - name: 16 bytes: the key's name, written for a new ticket, read for one that a client presents.
    ///   - iv: 16 bytes, written for a new ticket, read otherwise.
    ///   - encrypts: Whether the ticket is new.
    /// - Returns: 1 to go on, 2 to go on and send a new ticket, 0 for a ticket of no known key, -1 for a failure.
    func prepare(
        name: UnsafeMutablePointer<UInt8>, iv: UnsafeMutablePointer<UInt8>, cipher: OpaquePointer, mac: OpaquePointer,
        encrypts: Bool
    ) -> Int32 {
        rotate()
        let (current, previous) = state.withLock { ($0.current, $0.previous) }
        if encrypts {
            SystemRandom.fill(UnsafeMutableRawBufferPointer(start: iv, count: Int(EVP_MAX_IV_LENGTH)))
            current.bytes.withBytes { name.update(from: TicketKeys.part($0, 0), count: Keys.nameCount) }
            return TicketKeys.set(current, iv, cipher, mac, encrypts: true) ? 1 : -1
        }
        let isCurrent = current.isNamed(name)
        guard let keys = isCurrent ? current : previous, isCurrent || keys.isNamed(name) else { return 0 }
        guard TicketKeys.set(keys, iv, cipher, mac, encrypts: false) else { return -1 }
        return isCurrent ? 1 : 2
    }

    /// Changes keys when it is time, and wipes those whose time is over. Each ticket does that first; a server that may
    /// see none for hours does it from a timer too.
    func rotate() {
        let time = now()
        state.withLock { state in
            let age = time - state.start
            guard age >= period else { return }
            let periods = Int(age / period)
            // After a longer pause even the last key is older than one period.
            state.previous = periods == 1 ? state.current : nil
            state.current = Keys()
            state.start += period * periods
        }
    }

    /// The names of the keys that open tickets, the current one's first. Each ticket has its key's name in the clear.
    var names: [[UInt8]] {
        state.withLock { state in
            [state.current, state.previous].compactMap { $0?.bytes.withBytes { Array($0.prefix(Keys.nameCount)) } }
        }
    }

    private static func set(
        _ keys: Keys, _ iv: UnsafePointer<UInt8>, _ cipher: OpaquePointer, _ mac: OpaquePointer, encrypts: Bool
    ) -> Bool {
        // Both contexts are OpenSSL's, which wipes them when the ticket is done.
        keys.bytes.withBytes { bytes in
            copenssl_tls_set_ticket_keys(cipher, mac, part(bytes, 16), part(bytes, 48), iv, encrypts ? 1 : 0) == 1
        }
    }

    private static func part(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UnsafePointer<UInt8> {
        let whole = bytes.assumingMemoryBound(to: UInt8.self)
        guard let start = whole.baseAddress else { preconditionFailure("a secret has an address") }
        return start + offset
    }
}
