import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyServer
import TestSupport
import Testing
import WalletPass

@testable import JourneySandbox
@testable import SandboxServices

@Suite("The sandbox's pass service", .timeLimit(.minutes(10)))
struct PassServerTests {
    private static func visit(
        _ state: DevelopmentState, _ database: DatabaseLocation = .memory,
        _ body: (PassServer, CurlTransport, DevelopmentPasses) async throws -> Void
    ) async throws {
        let passes = try state.passes()
        var options = PassServer.Options(identity: state.server, signer: passes.signer, token: passes.token)
        options.database = database
        let server = try await PassServer.start(options)
        let transport = CurlTransport(trust: TLSTrust(authorities: [state.authority.certificatePEM]))
        do {
            try await body(server, transport, passes)
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    private static func issue(
        _ tag: String, _ server: PassServer, _ transport: CurlTransport
    ) async throws -> HTTPResponse {
        let token = server.token.withBytes { String(decoding: $0, as: UTF8.self) }
        let url = try #require(
            HTTPSURL(origin: server.origin, path: "/api/v2/in_app_provisioning/issuer_data"))
        return try await transport.send(
            HTTPRequest(
                method: .post, url: url,
                headers: [
                    "Content-Type": "application/json",
                    "Authorization": "Basic \(Data("\(token):".utf8).base64EncodedString())",
                ], body: JSONValue.object(["tag_id": .string(tag)]).compactBytes), options: HTTPOptions())
    }

    @Test("each ticket can be bound, and its pass satisfies Wallet's rules")
    func tickets() async throws {
        let scratch = try Scratch()
        let state = try DevelopmentState(directory: scratch.path + "/state")
        try await Self.visit(state) { server, transport, passes in
            #expect(server.origin.host == "passes.localhost" && server.tags.count == 3)
            let verifier = PassVerifier(
                anchors: [try TrustAnchor(try #require(Certificate.list(pem: passes.authorityPEM).first))])
            for tag in server.tags {
                let answer = try JSONReader.read(try await Self.issue(tag, server, transport).body)
                let data = try #require(answer["issuer_data"]?.string.flatMap { Data(base64Encoded: $0) })
                let binding = try IssuerBindingData(reading: [UInt8](data))
                #expect(binding.relyingPartyIdentifier == "passes.localhost")
                #expect(binding.callback.origin == server.origin)
                let response = try await transport.send(
                    HTTPRequest(
                        method: .post,
                        url: try #require(
                            HTTPSURL("\(binding.callback)?sessionIdentifier=\(binding.sessionIdentifier)")),
                        headers: ["Content-Type": "application/json"],
                        body: JSONValue.object(["issuerBindingData": "0a", "keyHash": "0b"]).compactBytes),
                    options: HTTPOptions())
                #expect(response.status == 200)
                let pass = try verifier.verify(response.body, at: Date())
                #expect(pass.faults.isEmpty, "\(pass.faults)")
                #expect(pass.names.passTypeIdentifier == PassServer.passType)
            }
        }
    }

    @Test("records persist in a file, and the token persists in the state")
    func kept() async throws {
        let scratch = try Scratch()
        let state = try DevelopmentState(directory: scratch.path + "/state")
        let file = DatabaseLocation.file(scratch.path + "/passes.sqlite")
        var accounts: Set<String> = []
        var tokens: Set<String> = []
        for _ in 0..<2 {
            try await Self.visit(state, file) { server, transport, passes in
                let answer = try JSONReader.read(try await Self.issue("TICKET-002", server, transport).body)
                let data = try #require(answer["issuer_data"]?.string.flatMap { Data(base64Encoded: $0) })
                accounts.insert(try IssuerBindingData(reading: [UInt8](data)).accountHash)
                tokens.insert(server.token.withBytes { String(decoding: $0, as: UTF8.self) })
            }
        }
        #expect(accounts.count == 1 && tokens.count == 1)
    }

    @Test("the readiness data round-trips")
    func readiness() throws {
        let origin = try #require(Origin(scheme: "https", host: "passes.localhost", port: 8443))
        let readiness = PassReadiness(address: origin, apiTokenFile: "/token", tags: ["TICKET-001"], authority: "PEM")
        #expect(PassReadiness(readiness.json) == readiness)
        for name in ["address", "apiTokenFile", "tags", "authority"] {
            var object = try #require(readiness.json.object)
            object[name] = nil
            #expect(PassReadiness(.object(object)) == nil)
        }
    }
}
