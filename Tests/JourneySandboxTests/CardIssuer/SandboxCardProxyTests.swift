import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// Tests the setup of `journey serve`: a sandbox whose own gateway is its issuer's card proxy.
@Suite("The sandbox's gateway as a card proxy", .timeLimit(.minutes(10)))
struct SandboxCardProxyTests {
    private let scratch: Scratch
    private let state: DevelopmentState
    private let cards: DevelopmentCards
    private let transport: CurlTransport

    init() throws {
        scratch = try Scratch()
        state = try DevelopmentState(directory: scratch.path + "/state")
        cards = try state.cards()
        transport = CurlTransport(trust: TLSTrust(authorities: [state.authority.certificatePEM]))
    }

    private func run(isProxy: Bool = true, _ body: (SandboxServer) async throws -> Void) async throws {
        var options = SandboxOptions(state)
        options.cards = CardIssuerOptions(seed: cards.seed, apiIdentity: state.server, vaultIdentity: state.server)
        if isProxy { options.cardProxy = SandboxCardProxy(users: try cards.userKeys, transport: transport) }
        let server = try await SandboxServer.start(options)
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func ask(
        _ server: SandboxServer, _ path: String, _ body: JSONValue? = nil, as user: String
    ) async throws -> (status: Int, body: JSONValue) {
        let now = Int64(Date().timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": .string(DevelopmentCards.partner), "sub": .string(user), "aud": .string("\(server.gateway)"),
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 300)), "jti": "token-0001",
        ]
        let token = try await CompactJWS.sign(
            claims.compactBytes, typ: "card-user+jwt", kid: cards.userKey.publicKey.thumbprint, key: cards.userKey)
        var headers: HTTPFields = ["Authorization": "Bearer \(token)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        let response = try await transport.send(
            HTTPRequest(
                method: body == nil ? .get : .post, url: try #require(HTTPSURL(origin: server.gateway, path: path)),
                headers: headers, body: body?.compactBytes ?? []), options: HTTPOptions())
        return (response.status, (try? JSONReader.read(response.body)) ?? .null)
    }

    @Test("the proxy asks the issuer over the network, uses the state's designs, and its pages may use the vault")
    func proxy() async throws {
        try await run { server in
            let known = try #require(server.cards?.issuer.knownCards.first { $0.label == "everyday" })
            let card = try await ask(server, "/striga/cards/\(known.id)", as: known.user)
            #expect(card.status == 200 && card.body["design"]?["name"] == "Harbour", "\(card)")
            let stranger = try await ask(server, "/striga/cards/\(known.id)", as: "somebody")
            #expect(stranger.status == 403 && stranger.body["code"] == "CARD_NOT_YOURS")
            let page = try await ask(
                server, "/striga/pages", ["userId": .string(known.user), "cardId": .string(known.id)], as: known.user)
            let url = try #require(page.body["url"]?.string.flatMap { HTTPSURL($0) })
            #expect(page.status == 201 && url.origin == server.gateway)
            let vault = try #require(server.cards?.vault)
            let html = try await transport.send(HTTPRequest(url: url), options: HTTPOptions())
            #expect(html.headers["Content-Security-Policy"]?.contains("frame-src \(vault)") == true)
            let frame = try await transport.send(
                HTTPRequest(url: try #require(HTTPSURL(origin: vault, path: CardVaultService.frame))),
                options: HTTPOptions())
            #expect(
                frame.headers["Content-Security-Policy"]?.contains("frame-ancestors \(server.gateway)") == true,
                "\(frame.headers)")
        }
    }

    @Test("an issuer without user keys has no proxy")
    func none() async throws {
        try await run(isProxy: false) { server in
            let known = try #require(server.cards?.issuer.knownCards.first)
            #expect(try await ask(server, "/striga/cards/\(known.id)", as: known.user).status == 404)
        }
    }
}
