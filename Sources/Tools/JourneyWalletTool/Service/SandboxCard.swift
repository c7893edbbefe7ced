package import Foundation
package import JourneyBase
package import JourneyCLI
import JourneyCrypto
package import JourneyDevice
import JourneyHarness
import JourneyWire

/// A card of the sandbox, with its servers, its holder, and the key with which the host's backend vouches for the holder. The
/// commands act as that backend, too.
package struct SandboxCard: Sendable {
    package let gateway: Origin
    package let vault: Origin
    /// The certificate of the sandbox's temporary authority, in PEM.
    package let authorityPEM: String
    package let trust: TLSTrust
    /// The issuer's ids of the card and of its holder.
    package let card: String
    package let user: String
    private let partner: String
    private let key: P256PrivateKey

    static let argument = Argument(.cardID, kind: .text("CARD-ID"), help: "the card")
    static let options =
        [Option(.user, "u", value: .text("USER"), help: "The issuer's id of the holder")] + SandboxChoice.options + [
            Option(
                .proxy, value: .text("ORIGIN"), help: "The origin of a card proxy started with journey gateway",
                defaultText: "the sandbox's gateway")
        ]
    static let names =
        "CARD-ID can be a name of the sandbox's cards (everyday, travel, frozen, lost, expired, new, bens, cleos,"
        + " doras), which sets the holder, too."

    /// Reads the card named on the command line. Throws `SANDBOX_MISSING`, `SANDBOX_INVALID`, `ADDRESS_INVALID`, `CARD_INVALID`,
    /// `USAGE`, `KEY_INVALID` and the codes of files.
    package init(_ invocation: Invocation) throws {
        let sandbox = try SandboxChoice.readiness(invocation)
        guard let cards = sandbox.cards, let pins = try? PinPolicy(pins: sandbox.pins) else {
            throw CommandError(
                .badInput, code: .sandboxInvalid, "The sandbox runs no card issuer. Start it with journey serve.")
        }
        gateway = try invocation.value(.proxy).map(SandboxCard.origin) ?? sandbox.gateway
        vault = cards.script.origin
        // A description in an untrusted directory could name another machine, which would receive the user's tokens.
        guard [gateway, vault].allSatisfy({ $0.host.hasSuffix(".localhost") }) else {
            throw CommandError(
                .badInput, code: .sandboxInvalid,
                "A sandbox must be on this machine, not at \(gateway.host) or \(vault.host).")
        }
        authorityPEM = sandbox.authorityPEM
        trust = TLSTrust(authorities: [sandbox.authorityPEM], pins: pins)
        let name = try invocation.required(.cardID)
        let known = cards.cards.first { $0.label == name || $0.id == name }
        card = known?.id ?? name
        guard SandboxCard.isIdentifier(card) else {
            throw CommandError(.badInput, code: .cardInvalid, "‘\(name)’ is not a valid card id.")
        }
        guard let user = invocation.value(.user) ?? known?.user, SandboxCard.isIdentifier(user) else {
            let labels = cards.cards.map(\.label).joined(separator: ", ")
            throw CommandError(
                .badInput, code: .usage,
                "Name the card's holder with --user. The sandbox knows the holders of \(labels).")
        }
        self.user = user
        partner = cards.partner
        let pem = try BoundedFile.read(cards.userKeyFile, limit: 4_096, isPrivate: true)
        do throws(CryptoError) { key = try P256PrivateKey(pem: String(decoding: pem, as: UTF8.self)) } catch {
            throw CommandError(
                .badInput, code: .keyInvalid, "\(cards.userKeyFile) has no usable private key: \(error).")
        }
    }

    /// Returns `true` for an id that the proxy accepts.
    private static func isIdentifier(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    private static func origin(_ text: String) throws(CommandError) -> Origin {
        guard let url = HTTPSURL(text), url.query == nil, ["", "/"].contains(url.path) else {
            throw CommandError(
                .badInput, code: .addressInvalid,
                "--proxy must be an origin, such as https://gateway.localhost:8444, not ‘\(text)’.")
        }
        return url.origin
    }

    /// Returns a token for the holder and its expiry after five minutes, the longest lifetime that a proxy accepts.
    package func userToken(now: Date = Date()) async throws -> (text: String, expires: Date) {
        let issued = Int64(now.timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": .string(partner), "sub": .string(user), "aud": .string("\(gateway)"),
            "iat": .number(JSONNumber(issued)), "exp": .number(JSONNumber(issued + 300)),
            "jti": .string(Dependencies.system.identifier()),
        ]
        let text = try await CompactJWS.sign(
            claims.compactBytes, typ: CardContract.userTokenType, kid: key.publicKey.thumbprint, key: key)
        return (text, Date(timeIntervalSince1970: TimeInterval(issued + 300)))
    }
}
