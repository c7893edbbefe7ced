import Foundation
import JourneyBase
import JourneyDevice
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("A bank's own server built with the library", .timeLimit(.minutes(5)))
struct OwnServerTests {
    /// The bank's branches.
    private static func branches(_ pattern: String = "/branches/{code}") -> Route {
        Route(.get, pattern) { _, parameters in .json(["code": .string(parameters["code"])]) }
    }

    /// Knows one caller, by a token that stands in no file.
    private struct BankIdentity: GatewayIdentity {
        func caller(of request: HTTPRequest) async throws(Problem) -> GatewayCaller {
            guard BearerToken.of(request) == "of-the-bank" else { throw Problem(401, "AUTH_EXPIRED", "Who is it?") }
            return GatewayCaller(partner: "partner", client: "client", token: Secret(copying: "of-the-bank".utf8))
        }
    }

    /// The bank, which knows what became of each call, and notes that it was asked.
    private final class Settlements: HTTPService {
        let asked = Mutex(0)

        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            asked.withLock { $0 += 1 }
            return .json(["state": "done", "body": ["reference": "TX-1"]])
        }
    }

    private func ask(
        _ folder: GatewayFolder, _ gateway: Gateway, _ path: String, token: String? = nil, _ body: JSONValue? = nil
    ) async throws -> HTTPResponse {
        let origin = try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port))
        var request = HTTPRequest(
            method: body == nil ? .get : .post, url: try #require(HTTPSURL(origin: origin, path: path)))
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        if let body {
            request.headers["Content-Type"] = "application/json"
            request.body = body.compactBytes
        }
        return try await GatewayFixture.transport(folder).send(request, options: HTTPOptions())
    }

    @Test("the bank's routes and identity are served beside the gateway's, also after a reload")
    func composed() async throws {
        try await GatewayFolder.visit { folder in
            let bank = Settlements()
            let settlements = try #require(HTTPSURL("https://bank.example/settlements"))
            let gateway = try await Gateway.start(configuration: folder.file, beside: [Self.branches()]) { assembly in
                assembly.identity = BankIdentity()
                assembly.bank = (bank, settlements)
            }
            do {
                for round in 1...2 {
                    let branch = try await ask(folder, gateway, "/branches/0402")
                    #expect(branch.status == 200 && branch.headers["X-Content-Type-Options"] == "nosniff")
                    #expect(try JSONReader.read(branch.body) == ["code": "0402"])
                    let manifest = "/journeys/transfer/manifest.json"
                    #expect(try await ask(folder, gateway, manifest, token: "of-the-bank").status == 200)
                    // The tokens of the files open nothing.
                    #expect(try await ask(folder, gateway, manifest, token: GatewayFolder.token).status == 401)
                    let answer = try await ask(
                        folder, gateway, "/journeys/transfer/settlements", token: "of-the-bank", ["keys": ["key-1"]])
                    #expect(
                        try JSONReader.read(answer.body)["settlements"]
                            == [["key": "key-1", "state": "done", "body": ["reference": "TX-1"]]])
                    #expect(bank.asked.withLock { $0 } == round)
                    if round == 1 { try await gateway.reload() }
                }
                await gateway.stop()
            } catch {
                await gateway.stop()
                throw error
            }
        }
    }

    @Test(
        "a duplicate route stops the start with an error that names it",
        arguments: ["/journeys/{name}/manifest.json", "/branches/{id}"])
    func clash(pattern: String) async throws {
        try await GatewayFolder.visit { folder in
            let error = await #expect(throws: JourneyError.self) {
                _ = try await Gateway.start(
                    configuration: folder.file, beside: [Self.branches(), Self.branches(pattern)])
            }
            #expect(error?.code == .configurationInvalid)
            #expect(
                error?.message == "The gateway has two routes for GET \(pattern). "
                    + "Give the one beside the gateway's another path or method.")
            // Nothing holds the address or the database: a start without the clash follows.
            try await Gateway.start(configuration: folder.file, beside: [Self.branches()]).stop()
        }
    }
}
