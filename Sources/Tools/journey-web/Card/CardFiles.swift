import CardDetailsSDK
import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyWalletTool

/// What showing a card is told of the servers, and the key with which the host's backend vouches for the person: this command
/// plays that backend too.
struct CardFiles: Sendable {
    let gateway: Origin
    let vault: Origin
    let trust: TLSTrust
    let card: CardID
    let user: CardUserID
    private let partner: String
    private let key: P256PrivateKey

    init(_ invocation: Invocation) throws {
        let sandbox = try SandboxChoice.readiness(invocation)
        guard let cards = sandbox.cards, let pins = try? PinPolicy(pins: sandbox.pins) else {
            throw CommandFailure(.badInput, code: "SANDBOX_INVALID", "The sandbox has no card issuer.")
        }
        gateway = try invocation.value("proxy").map { try CardFiles.origin($0) } ?? sandbox.gateway
        vault = cards.script.origin
        // A file that lies in somebody else's folder could name another machine, which would get tokens of the person's.
        guard [gateway, vault].allSatisfy({ $0.host.hasSuffix(".localhost") }) else {
            throw CommandFailure(
                .badInput, code: "SANDBOX_INVALID",
                "A sandbox is on this machine, not at \(gateway.host) or \(vault.host).")
        }
        trust = TLSTrust(authorities: [sandbox.authorityPEM], pins: pins)
        let name = try invocation.required("CARD-ID")
        let known = cards.cards.first { $0.label == name || $0.id == name }
        guard let card = CardID(known?.id ?? name) else {
            throw CommandFailure(.badInput, code: "CARD_INVALID", "‘\(name)’ can be no card's id.")
        }
        guard let user = (invocation.value("user") ?? known?.user).flatMap(CardUserID.init) else {
            let labels = cards.cards.map(\.label).joined(separator: ", ")
            throw CommandFailure(
                .badInput, code: "USAGE",
                "Name the card's holder with --user. The sandbox knows the holders of \(labels).")
        }
        self.card = card
        self.user = user
        partner = cards.partner
        let pem = try BoundedFile.read(cards.userKeyFile, limit: 4_096, isPrivate: true)
        guard let key = try? P256PrivateKey(pem: String(decoding: pem, as: UTF8.self)) else {
            throw CommandFailure(.badInput, code: "KEY_INVALID", "\(cards.userKeyFile) holds no key.")
        }
        self.key = key
    }

    private static func origin(_ text: String) throws(CommandFailure) -> Origin {
        guard let url = HTTPSURL(text), url.query == nil, ["", "/"].contains(url.path) else {
            throw CommandFailure(
                .badInput, code: "ADDRESS_INVALID",
                "--proxy is an origin, such as https://gateway.localhost:8444, not ‘\(text)’.")
        }
        return url.origin
    }

    /// A token for the person, good for five minutes.
    func userToken() async throws -> CardUserToken {
        let now = Date()
        let issued = Int64(now.timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": .string(partner), "sub": .string(user.rawValue), "aud": .string("\(gateway)"),
            "iat": .number(JSONNumber(issued)), "exp": .number(JSONNumber(issued + 300)),
            "jti": .string(Surroundings.system.identifier()),
        ]
        let text = try await CompactJWS.sign(
            claims.compactBytes, typ: "card-user+jwt", kid: key.publicKey.thumbprint, key: key)
        return CardUserToken(Secret(copying: text.utf8), expires: now + 300)
    }
}
