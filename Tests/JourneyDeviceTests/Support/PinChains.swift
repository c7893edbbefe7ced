import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyDevice

/// Chains of a root, an authority below it and a server, generated for a test run, with the expected results of pins.
struct PinChains: Sendable {
    static let shared = Result { try PinChains() }
    static let host = "gateway.localhost"
    static let now = Date()

    /// The chain that a server sends.
    struct Chain: Sendable {
        let server: DevelopmentIdentity
        let above: [[UInt8]]
        /// Leaf first, the root last, in the order of the verified path.
        let path: [[UInt8]]
    }

    let root: DevelopmentAuthority
    let middle: DevelopmentAuthority
    /// Another root of the same name, unknown to clients, and its own authority.
    private let otherRoot: DevelopmentAuthority
    private let otherMiddle: DevelopmentAuthority
    private let first: DevelopmentIdentity

    private init() throws {
        let (early, late) = (PinChains.now - 86_400, PinChains.now + 86_400)
        root = try DevelopmentAuthority(notBefore: early, notAfter: late)
        middle = try root.intermediate(name: "Pins, middle", notBefore: early, notAfter: late)
        otherRoot = try DevelopmentAuthority(notBefore: early, notAfter: late)
        otherMiddle = try otherRoot.intermediate(name: "Pins, middle", notBefore: early, notAfter: late)
        first = try middle.issue(
            names: [PinChains.host], notBefore: PinChains.now - 3_600, notAfter: PinChains.now + 3_600)
    }

    /// A row of the table: the sent chain, the pins, and the expected result.
    struct Row: Sendable, CustomTestStringConvertible {
        enum Shown: Sendable {
            /// The server's first certificate.
            case first
            /// A new certificate for the first one's key.
            case renewed
            /// A new certificate for a new key.
            case rekeyed
            /// The first one's key, certified by the unknown root.
            case stranger
            /// A valid chain for another name.
            case named(String)
            /// The first one's key in an expired certificate.
            case expired
            /// The first one's key, self-signed.
            case selfSigned
        }
        enum Pin: Sendable { case first, middle, root, foreignRoot, spare, unused }
        enum Expected: Sendable { case good, mismatched, expired, untrusted }

        let name: String
        var shown = Shown.first
        var asked = PinChains.host
        let pins: [Pin]
        var subdomains = false
        /// Seconds since the set's expiry.
        var since: TimeInterval?
        let expected: Expected

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "primary", pins: [.first, .spare], expected: .good),
        Row(name: "backup in use", shown: .rekeyed, pins: [.unused, .middle], expected: .good),
        Row(name: "neither primary nor backup", pins: [.spare, .unused], expected: .mismatched),
        Row(name: "authority below the root", pins: [.middle, .unused], expected: .good),
        Row(name: "root", pins: [.root, .unused], expected: .good),
        Row(name: "a root of that name with another key", pins: [.foreignRoot, .unused], expected: .mismatched),
        Row(name: "the same key in a new certificate", shown: .renewed, pins: [.first, .spare], expected: .good),
        Row(
            name: "a new key, of which nobody was told", shown: .rekeyed, pins: [.first, .spare], expected: .mismatched),
        Row(name: "a new key below the pinned root", shown: .rekeyed, pins: [.first, .root], expected: .good),
        Row(name: "another authority, the pinned key", shown: .stranger, pins: [.first, .spare], expected: .untrusted),
        Row(
            name: "another authority, its own root pinned", shown: .stranger, pins: [.foreignRoot, .first],
            expected: .untrusted),
        Row(
            name: "the pinned key vouches for itself", shown: .selfSigned, pins: [.first, .spare], expected: .untrusted),
        Row(
            name: "the pinned key, its certificate over", shown: .expired, pins: [.first, .spare], expected: .untrusted),
        Row(
            name: "a look-alike's certificate for the pinned host", shown: .named("gateway-localhost.localhost"),
            pins: [.root, .middle], expected: .untrusted),
        Row(
            name: "a name below, for the pinned host", shown: .named("a.gateway.localhost"), pins: [.root, .middle],
            expected: .untrusted),
        Row(
            name: "a name above, for a name below", shown: .first, asked: "a.gateway.localhost",
            pins: [.root, .middle],
            expected: .untrusted),
        Row(
            name: "a name below, held to its parent's pins", shown: .named("a.gateway.localhost"),
            asked: "a.gateway.localhost", pins: [.spare, .unused], subdomains: true, expected: .mismatched),
        Row(
            name: "a name below, good by its parent's pins", shown: .named("a.gateway.localhost"),
            asked: "a.gateway.localhost", pins: [.middle, .unused], subdomains: true, expected: .good),
        Row(
            name: "a name below, of which nothing is said", shown: .named("a.gateway.localhost"),
            asked: "a.gateway.localhost", pins: [.spare, .unused], expected: .good),
        Row(
            name: "a name beside is not below", shown: .named("xgateway.localhost"), asked: "xgateway.localhost",
            pins: [.spare, .unused], subdomains: true, expected: .good),
        Row(
            name: "a name that only begins so", shown: .named("gateway.localhost.evil.localhost"),
            asked: "gateway.localhost.evil.localhost", pins: [.spare, .unused], subdomains: true, expected: .good),
        Row(name: "a set that ends tomorrow", pins: [.first, .spare], since: -86_400, expected: .good),
        Row(name: "in its grace", pins: [.first, .spare], since: 86_400, expected: .good),
        Row(name: "in its grace, another key", pins: [.unused, .spare], since: 86_400, expected: .mismatched),
        Row(name: "past its grace", pins: [.first, .spare], since: 31 * 86_400, expected: .expired),
        Row(name: "past its grace, another key", pins: [.unused, .spare], since: 31 * 86_400, expected: .expired),
    ]

    /// Returns the chain of the row's server.
    func chain(_ row: Row) throws -> Chain {
        let (early, late) = (PinChains.now - 3_600, PinChains.now + 3_600)
        switch row.shown {
        case .first: return chain(first)
        case .renewed: return chain(try certificate(for: first, by: middle, notBefore: early, notAfter: late))
        case .rekeyed: return chain(try middle.issue(names: [PinChains.host], notBefore: early, notAfter: late))
        case .named(let name): return chain(try middle.issue(names: [name], notBefore: early, notAfter: late))
        case .expired: return chain(try certificate(for: first, by: middle, notBefore: early, notAfter: early + 60))
        case .stranger:
            let server = try certificate(for: first, by: otherMiddle, notBefore: early, notAfter: late)
            let above = [otherMiddle.identity.certificateDER, otherRoot.identity.certificateDER]
            return Chain(server: server, above: above, path: [server.certificateDER] + above)
        case .selfSigned:
            let key = try P256PrivateKey(pem: first.keyPEM)
            let alone = try CertificateAuthority.root(
                subject: DistinguishedName([.commonName: PinChains.host]), signer: CertificateSigner(key),
                notBefore: early, notAfter: late, extensions: [.subjectAltName([.dns(PinChains.host)])])
            let server = try DevelopmentIdentity(certificatePEM: alone.certificate.pem, keyPEM: first.keyPEM)
            return Chain(server: server, above: [], path: [server.certificateDER])
        }
    }

    private func chain(_ server: DevelopmentIdentity) -> Chain {
        Chain(
            server: server, above: [middle.identity.certificateDER],
            path: [server, middle.identity, root.identity].map(\.certificateDER))
    }

    /// Returns a certificate for the key of `identity` and the pinned host.
    private func certificate(
        for identity: DevelopmentIdentity, by authority: DevelopmentAuthority, notBefore: Date, notAfter: Date
    ) throws -> DevelopmentIdentity {
        let key = try P256PrivateKey(pem: identity.keyPEM)
        let content = CertificateContent(
            subject: try DistinguishedName([.commonName: PinChains.host]), spki: key.publicKey.spki,
            notBefore: notBefore, notAfter: notAfter,
            extensions: [
                .basicConstraints(BasicConstraints(isAuthority: false)), .keyUsage(.digitalSignature),
                .extendedKeyUsage([.serverAuth]), .subjectAltName([.dns(PinChains.host)]),
            ])
        return try DevelopmentIdentity(
            certificatePEM: authority.authority.issue(content).pem, keyPEM: identity.keyPEM)
    }

    /// Returns the trust of the row's client: the root, and the row's pins.
    func trust(_ row: Row) throws -> TLSTrust {
        let set = try PinSet(
            host: PinChains.host, pins: row.pins.map(pin), includesSubdomains: row.subdomains,
            expires: row.since.map { PinChains.now.addingTimeInterval(-$0) })
        return TLSTrust(authorities: [root.identity.certificatePEM], pins: try PinPolicy([set]))
    }

    private func pin(_ pin: Row.Pin) -> String {
        switch pin {
        case .first: first.pin
        case .middle: middle.identity.pin
        case .root: root.identity.pin
        case .foreignRoot: otherRoot.identity.pin
        case .spare: SPKIPin(hashing: [1]).base64
        case .unused: SPKIPin(hashing: [2]).base64
        }
    }
}
