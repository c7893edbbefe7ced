public import JourneyBase
import JourneyCrypto
import Synchronization

/// The policy of a server's request log: which parts of addresses are logged, and the key of callers' pseudonyms.
public struct RequestLogPolicy: Sendable {
    /// The part of a client's address that is logged.
    public enum Addresses: String, Hashable, Sendable, CaseIterable {
        /// The whole address.
        case full
        /// The network: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address.
        case truncated
        case none
    }

    /// The least bytes of a key that pseudonyms are made with.
    package static let leastKeyBytes = 32

    public let addresses: Addresses
    private let key: HMACKey<SHA256>

    /// Creates a policy for one server.
    ///
    /// - Parameters:
    ///   - addresses: The part of a client's address that is logged.
    ///   - key: The key of the callers' pseudonyms, at least 32 random bytes. Without one, a random key is made, and pseudonyms
    ///     are comparable
    ///     only within this process.
    public init(addresses: Addresses = .truncated, key: Secret? = nil) {
        self.addresses = addresses
        self.key = HMACKey(
            key ?? Secret(count: RequestLogPolicy.leastKeyBytes) { SystemRandom.fill($0) })
    }

    /// The pseudonym of a caller: the first 64 bits of its HMAC-SHA-256, as 16 hexadecimal digits.
    func pseudonym(of caller: [UInt8]) -> String { Hex.encode(Array(key.tag(caller).prefix(8))) }
}

/// The caller of the request that a service handles, for the server's request log.
///
/// A server sets one for each request that it logs. A service identifies its caller after authenticating it; the log then has the
/// caller's keyed pseudonym, and nothing of the caller itself.
package final class RequestCaller: Sendable {
    @TaskLocal static var current: RequestCaller?

    private let identity = Mutex<[UInt8]?>(nil)

    init() {}

    /// Identifies the caller of the request that this task handles. Does nothing without a request log.
    ///
    /// - Parameters:
    ///   - kind: The kind of caller, so that callers of two kinds are never equal.
    ///   - parts: The values that tell the caller from others of the kind; without NUL characters.
    package static func identify(_ kind: StaticString, _ parts: String...) {
        guard let current else { return }
        let bytes = Array((["\(kind)"] + parts).joined(separator: "\0").utf8)
        current.identity.withLock { $0 = bytes }
    }

    /// The identity that was passed to `identify`; `nil` for an unknown caller.
    var bytes: [UInt8]? { identity.withLock(\.self) }
}
