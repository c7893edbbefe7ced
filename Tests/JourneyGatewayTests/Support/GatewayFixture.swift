import Foundation
import JourneyBase
import JourneyDevice
import JourneyHarness
import JourneyTesting
import Testing

@testable import JourneyGateway

/// A running gateway with its folder, and a device that calls it over TLS.
enum GatewayFixture {
    static let known: HTTPFields = [
        "Authorization": "Bearer \(GatewayFolder.token)", "X-Partner-Id": "partner", "X-Client-Id": "client",
    ]

    /// A device's client of the gateway.
    struct Client {
        let transport: CurlTransport
        let origin: Origin

        func get(_ path: String) async throws -> HTTPResponse {
            let url = try #require(HTTPSURL(origin: origin, path: path))
            return try await transport.send(
                HTTPRequest(url: url, headers: GatewayFixture.known), options: HTTPOptions(bodyLimit: 8 << 20))
        }
    }

    /// Creates the transport of a device that trusts the folder's authority.
    static func transport(_ folder: GatewayFolder) -> CurlTransport {
        CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM]))
    }

    /// Runs a gateway from a folder, and calls it over TLS.
    static func run(
        _ dependencies: Dependencies = .system, keepingIn store: GatewayFolder.Store = .sqlite,
        _ body: (GatewayFolder, Gateway, Client) async throws -> Void
    ) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            let gateway = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
            let client = Client(
                transport: CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])),
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port)))
            do {
                try await body(folder, gateway, client)
                await gateway.stop()
            } catch {
                await gateway.stop()
                throw error
            }
        }
    }

    static func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch { return (error as? JourneyError)?.code }
    }
}
