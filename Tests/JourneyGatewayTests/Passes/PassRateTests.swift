import Foundation
import JourneyBase
import JourneyDevice
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Pass service limits in a gateway", .timeLimit(.minutes(10))) struct PassRateTests {
    @Test("a reload does not reset a caller's remaining limit")
    func reload() async throws {
        try await GatewayFolder.visit { folder in
            var passes = GatewayFolder.passes.object ?? [:]
            passes["rates"] = ["tag": 2]
            try folder.writePasses(.object(passes))
            let token = try await PassIssuerFixture.populate(folder)
            let gateway = try await Gateway.start(configuration: folder.file)
            let transport = CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM]))
            let url = try #require(
                HTTPSURL("https://gateway.localhost:\(gateway.port)/api/v2/in_app_provisioning/issuer_data"))
            func ask() async throws -> Int {
                try await transport.send(
                    HTTPRequest(
                        method: .post, url: url,
                        headers: [
                            "Authorization": PassServiceFixture.basic(token), "Content-Type": "application/json",
                        ],
                        body: JSONValue.object(["tag_id": "TICKET-001"]).compactBytes), options: HTTPOptions()
                ).status
            }
            var statuses = [try await ask(), try await ask(), try await ask()]
            try await gateway.reload()
            statuses.append(try await ask())
            await gateway.stop()
            #expect(statuses == [200, 200, 429, 429])
        }
    }
}
