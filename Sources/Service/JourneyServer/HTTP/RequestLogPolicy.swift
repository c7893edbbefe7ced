public import JourneyBase
import JourneyCrypto
import Synchronization

/// How a server's request log names clients and callers.
public struct RequestLogPolicy: Sendable {
    /// How much of a client's address is logged.
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

    /// A policy for one server.
    ///
    /// - Parameters:
    ///   - addresses: How much of a client's address is logged.
    ///   - key: The key of the callers' pseudonyms, of 32 random bytes at least. Without one, a random key is made: pseudonyms then
    ///     say who is who within this process alone.
    public init(addresses: Addresses = .truncated, key: Secret? = nil) {
        self.addresses = addresses
        self.key = HMACKey(
            key ?? Secret(count: RequestLogPolicy.leastKeyBytes) { SystemRandom.fill($0) })
    }

    /// The pseudonym of a caller: the first 64 bits of its HMAC-SHA-256, as 16 hexadecimal digits.
    func pseudonym(of caller: [UInt8]) -> String { Hex.encode(Array(key.tag(caller).prefix(8))) }
}

/// Who made the request that a service handles, for the server's request log.
///
/// A server sets one for each request whose log is kept. A service that knows its caller says so once the caller is authenticated;
/// the log then has the caller's keyed pseudonym, and nothing of the caller itself.
package final class RequestCaller: Sendable {
    @TaskLocal static var current: RequestCaller?

    private let identity = Mutex<[UInt8]?>(nil)

    init() {}

    /// Says who made the request that this task handles. Without a request log, nothing is kept.
    ///
    /// - Parameters:
    ///   - kind: The kind of caller, so that callers of two kinds are never one.
    ///   - parts: What tells the caller from others of the kind; without NUL characters.
    package static func identify(_ kind: StaticString, _ parts: String...) {
        guard let current else { return }
        let bytes = Array((["\(kind)"] + parts).joined(separator: "\0").utf8)
        current.identity.withLock { $0 = bytes }
    }

    /// Who it is, as `identify` was told; `nil` for nobody that is known.
    var bytes: [UInt8]? { identity.withLock(\.self) }
}
