import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Gateway access")
struct GatewayAccessTests {
    private static let token = "ctx-1"

    private func access() -> GatewayAccess {
        var access = GatewayAccess()
        access.admit(token: Secret(copying: Self.token.utf8), partner: "KBANK", client: "app;1")
        return access
    }

    private func request(_ partner: String, _ client: String) throws -> HTTPRequest {
        HTTPRequest(
            url: try #require(HTTPSURL("https://gateway.localhost/")),
            headers: ["Authorization": "Bearer \(Self.token)", "X-Partner-Id": partner, "X-Client-Id": client])
    }

    @Test("a caller has the identity that the token was issued for, in the operator's spelling")
    func caller() throws {
        let caller = try access().caller(of: try request("KBANK", "app;1"))
        #expect(caller.partner == "KBANK" && caller.client == "app;1")
        #expect(caller.session == SHA256.hash(Array(Self.token.utf8)))
    }

    @Test(
        "a canonically equivalent partner or client ID is a different one",
        arguments: [
            ("\u{212A}BANK", "app;1"), ("KBANK", "app\u{37E}1"), ("kbank", "app;1"), ("KBANK ", "app;1"),
        ])
    func spelling(partner: String, client: String) async throws {
        // The first two are canonically equivalent, so Swift compares them as equal; the check must not.
        let problem = #expect(throws: Problem.self) { try access().caller(of: try request(partner, client)) }
        #expect(problem?.status == 403 && problem?.code == "PARTNER_UNKNOWN")
        #expect(await access().refusal(of: try request(partner, client))?.status == 403)
    }
}
