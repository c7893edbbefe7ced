import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyDevice
import ProntoWalletSDK
import Synchronization
import TestSupport
import Testing
import WalletPass

@testable import JourneyGateway

/// A wallet that sends its answer to the callback over the network like a device, or is closed before.
private final class LoopbackWallet: WalletPresenter {
    let isAvailable = true
    let pass = Mutex<HTTPResponse?>(nil)
    private let transport: CurlTransport
    private let isClosed: Bool
    private let verifier: PassVerifier

    init(_ transport: CurlTransport, _ verifier: PassVerifier, isClosed: Bool) {
        self.transport = transport
        self.verifier = verifier
        self.isClosed = isClosed
    }

    func present(issuerData: [UInt8], signature: [UInt8]) async throws {
        _ = try verifier.signer(of: issuerData, signature, at: Date())
        if isClosed { return }
        let binding = try IssuerBindingData(reading: issuerData)
        let url = try #require(
            HTTPSURL("\(binding.callback)?sessionIdentifier=\(binding.sessionIdentifier)"))
        let body: JSONValue = ["issuerBindingData": "00ff", "keyHash": "abcd"]
        let response = try await transport.send(
            HTTPRequest(
                method: .post, url: url, headers: ["Content-Type": "application/json"], body: body.compactBytes),
            options: HTTPOptions())
        pass.withLock { $0 = response }
    }
}

@Suite("The pass service in a gateway, over HTTPS", .timeLimit(.minutes(10)))
struct PassProvisioningTests {
    private static func run(
        keepingIn store: GatewayFolder.Store = .sqlite,
        _ body: (GatewayFolder, GatewayFixture.Client, Int, String) async throws -> Void
    ) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            try folder.writePasses()
            let token = try await PassIssuerFixture.populate(folder, tags: 2)
            let gateway = try await Gateway.start(configuration: folder.file)
            let client = GatewayFixture.Client(
                transport: CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])),
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port)))
            do {
                try await body(folder, client, gateway.port, token)
                await gateway.stop()
            } catch {
                await gateway.stop()
                throw error
            }
        }
    }

    /// Runs the specification's curl command with the test's host, and returns its output and the status.
    private static func curl(_ folder: GatewayFolder, _ port: Int, _ token: String, _ data: String) async throws
        -> (status: String, json: JSONValue)
    {
        try folder.write("authority.pem", Array(folder.authorityPEM.utf8))
        let result = try await blocking {
            try TestSupport.run(
                "curl",
                [
                    "--silent", "--cacert", folder.path + "/authority.pem", "--write-out", "\n%{http_code}",
                    "--resolve", "gateway.localhost:\(port):127.0.0.1",
                    "-X", "POST", "https://gateway.localhost:\(port)/api/v2/in_app_provisioning/issuer_data",
                    "-u", "\(token):", "-H", "Content-Type: application/json", "-H", "Accept: application/json",
                    "-d", data,
                ])
        }
        let lines = result.text.split(separator: "\n").map(String.init)
        return (lines.last ?? "", (try? JSONReader.read(Array((lines.first ?? "").utf8))) ?? .null)
    }

    /// Runs blocking work outside Swift's thread pool.
    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    @Test(
        "the documented curl command is answered as written, and cases 1 to 5 as specified",
        arguments: GatewayFolder.Store.available)
    func curl(store: GatewayFolder.Store) async throws {
        try await Self.run(keepingIn: store) { folder, _, port, token in
            let good = try await Self.curl(folder, port, token, #"{"tag_id": "TICKET-001"}"#)
            #expect(good.status == "200")
            #expect(Set(try #require(good.json.object).keys) == ["issuer_data", "signature", "tag_id"])
            #expect(good.json["tag_id"]?.string == "1")
            let data = try #require(good.json["issuer_data"]?.string.flatMap { Data(base64Encoded: $0) })
            let signature = try #require(good.json["signature"]?.string.flatMap { Data(base64Encoded: $0) })
            let binding = try IssuerBindingData(reading: [UInt8](data))
            #expect(
                binding.callback.description
                    == "https://gateway.localhost:\(port)/api/v2/in_app_provisioning/callback")
            let credentials = try PassServiceFixture.PassCredentials.live.get()
            let verifier = PassVerifier(anchors: [try TrustAnchor(credentials.root.certificate)])
            _ = try verifier.signer(of: [UInt8](data), [UInt8](signature), at: Date())

            #expect(try await Self.curl(folder, port, "wrong", #"{"tag_id": "TICKET-001"}"#).status == "401")
            #expect(try await Self.curl(folder, port, token, #"{"tag_id": "NOBODY"}"#).status == "404")
            #expect(await PassIssuerFixture.run(["client", "add", "other"], in: folder).status == .done)
            #expect(await PassIssuerFixture.run(["tag", "add", "other", "OTHER-001"], in: folder).status == .done)
            #expect(await PassIssuerFixture.run(["tag", "add", "acme", "EMPTY"], in: folder).status == .done)
            #expect(
                await PassIssuerFixture.run(["type", "add", "other", "pass.com.example.other"], in: folder).status
                    == .done)
            #expect(
                await PassIssuerFixture.run(
                    [
                        "pass", "add", "other", "OTHER-001", "--holder", "eve", "--type", "pass.com.example.other",
                        "--value", "name=Eve",
                    ], in: folder
                ).status == .done)
            for tag in ["OTHER-001", "EMPTY"] {
                let refused = try await Self.curl(folder, port, token, #"{"tag_id": "\#(tag)"}"#)
                #expect(refused.status == "404" && refused.json["code"]?.string == "PASS_UNKNOWN")
            }
            // A revocation takes effect with the next request.
            #expect(await PassIssuerFixture.run(["user", "revoke", "acme", "app"], in: folder).status == .done)
            #expect(try await Self.curl(folder, port, token, #"{"tag_id": "TICKET-001"}"#).status == "401")
        }
    }

    @Test("the SDK adds a pass and reports a closed sheet: case 6", arguments: [false, true])
    func sdk(isClosed: Bool) async throws {
        try await Self.run { folder, client, port, token in
            let pronto = ProntoWallet(trust: TLSTrust(authorities: [folder.authorityPEM]))
            pronto.configure(
                with: ProntoConfiguration(apiKey: token, environment: .development(host: "gateway.localhost:\(port)")))
            let credentials = try PassServiceFixture.PassCredentials.live.get()
            let verifier = PassVerifier(anchors: [try TrustAnchor(credentials.root.certificate)])
            let wallet = LoopbackWallet(client.transport, verifier, isClosed: isClosed)
            let outcome = try await pronto.provisionPass(tagId: "TICKET-001", on: wallet)
            #expect(outcome == (isClosed ? .cancelled : .completed))
            guard !isClosed else { return }
            let response = try #require(wallet.pass.withLock { $0 })
            #expect(response.status == 200)
            let pass = try verifier.verify(response.body, at: Date())
            #expect(pass.serialNumber == "S-1" && pass.files["fr.lproj/pass.strings"] != nil)
            #expect(pass.files[".DS_Store"] == nil)
            // With a user token, and with the tag's other names.
            let minted = try await client.transport.send(
                HTTPRequest(
                    method: .post,
                    url: try #require(
                        HTTPSURL("https://gateway.localhost:\(port)/api/v2/in_app_provisioning/user_tokens")),
                    headers: [
                        "Content-Type": "application/json", "Authorization": PassServiceFixture.basic(token),
                    ], body: JSONValue.object(["holder": "ada"]).compactBytes), options: HTTPOptions())
            let person = try #require(try JSONReader.read(minted.body)["token"]?.string)
            pronto.configure(
                with: ProntoConfiguration(environment: .development(host: "gateway.localhost:\(port)")) { person })
            for (tag, attribute) in [("SUB-2", TagIdAttribute.subscriptionId), ("2", .prontoTagId)] {
                #expect(try await pronto.provisionPass(tagId: tag, idAttribute: attribute, on: wallet) == .completed)
            }
        }
    }

    @Test(
        "schemathesis finds no fault in the pass service or the pass web service",
        .enabled(if: Python.isPresent, Comment(rawValue: Python.missing)))
    func schemathesis() async throws {
        try await Self.run { folder, _, port, token in
            let admin = try await PassAdministration.open(configuration: folder.file)
            let pass = try await admin.store.pass(on: "TICKET-001", of: "acme")
            admin.close()
            for (document, access) in [
                ("/api/v2/in_app_provisioning/openapi.json", ["--auth", "\(token):"]),
                (
                    "/wallet/v1/openapi.json",
                    ["--header", "Authorization: ApplePass \(pass.authenticationToken)"]
                ),
            ] {
                let result = try await Schemathesis.run(
                    "https://localhost:\(port)\(document)", folder, port: port, access)
                #expect(result.status == 0, "\(document): \(result.text)")
            }
        }
    }
}
