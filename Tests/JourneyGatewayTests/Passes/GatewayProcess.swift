import Foundation
import JourneyBase
import JourneyDevice
import JourneyHarness
import Testing

@testable import JourneyGateway

/// A gateway in its own process, which can be killed, with a client.
struct GatewayProcess {
    let child: ChildProcess
    let client: GatewayFixture.Client
    let token: String

    init(child: ChildProcess, client: GatewayFixture.Client, token: String) {
        (self.child, self.client, self.token) = (child, client, token)
    }

    init(_ folder: GatewayFolder, token: String) async throws {
        let program = Tool.ownFolder + "/journey-gateway"
        try #require(FileManager.default.isExecutableFile(atPath: program), "journey-gateway is not built")
        child = try ChildProcess(
            program, ["--config", folder.file, "--with-parent", "--json"], log: folder.path + "/process.log")
        var first: String?
        for await line in child.lines {
            first = line
            break
        }
        let port = try #require(try JSONReader.read(Array((first ?? "").utf8))["port"]?.int64.map(Int.init))
        client = GatewayFixture.Client(
            transport: CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])),
            origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: port)))
        self.token = token
    }

    func ask(_ method: HTTPMethod, _ path: String, query: String? = nil, _ body: JSONValue? = nil) async throws
        -> HTTPResponse
    {
        let url = try #require(
            HTTPSURL(origin: client.origin, path: "/api/v2/in_app_provisioning/\(path)", query: query))
        var request = HTTPRequest(method: method, url: url, body: body?.compactBytes ?? [])
        request.headers = ["Authorization": PassServiceFixture.basic(token)]
        if body != nil { request.headers["Content-Type"] = "application/json" }
        return try await client.transport.send(request, options: HTTPOptions(timeout: .seconds(20)))
    }

    func call(_ session: String, _ data: String) async throws -> HTTPResponse {
        try await ask(
            .post, "callback", query: "sessionIdentifier=\(session)", ["issuerBindingData": .string(data)])
    }
}
