import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import TestSupport
import Testing

@testable import JourneyWalletTool

@Suite("journey card token")
struct CardTokenTests {
    private static let gateway = "https://gateway.localhost:8443"

    private let scratch: Scratch
    private let key: P256PrivateKey
    private let sandbox: String

    /// Writes the files of `journey serve` without running anything.
    init() throws {
        scratch = try Scratch()
        key = try P256PrivateKey.generate()
        sandbox = try CardTokenTests.sandbox(
            scratch, keyFile: try WalletCommandFixture.file(scratch, "key.pem", key.pem()))
    }

    private static func sandbox(
        _ scratch: Scratch, named name: String = "sandbox.json", vault: String = "vault.localhost",
        keyFile: String, hasCards: Bool = true
    ) throws -> String {
        let gateway = try #require(HTTPSURL(gateway)).origin
        let cards = CardReadiness(
            api: gateway, script: try #require(HTTPSURL("https://\(vault):8445/sdk.js")), partner: "demo-partner",
            userKeyFile: keyFile, gatewayFile: "none",
            cards: [.init(label: "everyday", id: "card-1", user: "user-1")])
        let readiness = SandboxReadiness(
            gateway: gateway, bank: gateway, authorityPEM: "the authority", pins: [:], anchor: [:], remoteKeys: [:],
            signInKeys: [:], database: nil, contextTokenFile: "none", cards: hasCards ? cards : nil)
        return try scratch.write(readiness.json.compactText, name)
    }

    private func run(_ words: [String], _ file: String? = nil) async -> CommandOutput {
        await CommandOutput.run(["card", "token", "--sandbox", file ?? sandbox] + words)
    }

    /// Returns the claims of the token in `text` after verifying its signature.
    private func claims(_ text: String) throws -> JSONValue {
        let token = try #require(try JSONReader.read(Array(text.utf8))["token"]?.string)
        let keys = try JWKSet([key.publicKey.thumbprint: key.publicKey])
        return try JSONReader.read(try CompactJWS.verify(token, typ: "card-user+jwt", keys: keys).payload)
    }

    @Test("the command prints an app's card.json with a holder token valid for five minutes")
    func printed() async throws {
        let said = await run(["everyday"])
        #expect(said.status == .done && said.err == "", "\(said)")
        let settings = try #require(try JSONReader.read(Array(said.out.utf8)).object)
        #expect(Set(settings.keys) == ["gateway", "vault", "card", "user", "authorityPem", "token"])
        #expect(settings["gateway"]?.string == CardTokenTests.gateway)
        #expect(settings["vault"] == "https://vault.localhost:8445" && settings["authorityPem"] == "the authority")
        #expect(settings["card"] == "card-1" && settings["user"] == "user-1")
        let claims = try claims(said.out)
        #expect(claims["iss"] == "demo-partner" && claims["sub"] == "user-1")
        #expect(claims["aud"]?.string == CardTokenTests.gateway)
        let (issued, expires) = (try #require(claims["iat"]?.int64), try #require(claims["exp"]?.int64))
        #expect(expires - issued == 300 && abs(Date().timeIntervalSince1970 - Double(issued)) < 120)
        // Another proxy, and a card that the sandbox does not know.
        let other = await run(["card-9", "--user", "user-9", "--proxy", "https://gateway.localhost:8444", "--json"])
        let its = try self.claims(other.out)
        #expect(its["sub"] == "user-9" && its["aud"] == "https://gateway.localhost:8444")
    }

    @Test("a written file is private to its owner, and the token is printed nowhere else")
    func written() async throws {
        let path = scratch.path + "/card.json"
        let said = await run(["everyday", "--output", path, "--json"])
        #expect(said.status == .done && said.events.map { $0["file"]?.string } == [path], "\(said)")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try claims(text)["sub"] == "user-1")
        #expect(!(said.out + said.err).contains("eyJ"))
        let nowhere = await run(["everyday", "--output", scratch.path + "/none/card.json", "--json"])
        #expect(nowhere.status == .failed && nowhere.fault == "FILE_UNWRITABLE" && !nowhere.out.contains("eyJ"))
    }

    @Test("unusable input gives one sentence with a stable code, and no token")
    func faults() async throws {
        let file = try WalletCommandFixture.file(scratch, "none.pem", "no key")
        let open = try WalletCommandFixture.file(scratch, "open.pem", key.pem(), mode: 0o644)
        let cases: [([String], String?, String)] = [
            (["nobodys"], nil, "USAGE"), ([], nil, "USAGE"), (["a/b", "--user", "user-1"], nil, "CARD_INVALID"),
            (["everyday", "--user", "a b"], nil, "USAGE"),
            (["everyday", "--proxy", "gateway.localhost"], nil, "ADDRESS_INVALID"),
            (["everyday", "--proxy", "https://proxy.example"], nil, "SANDBOX_INVALID"),
            (["everyday"], "/none/sandbox.json", "FILE_MISSING"),
            (
                ["everyday"],
                try CardTokenTests.sandbox(scratch, named: "1", keyFile: file, hasCards: false), "SANDBOX_INVALID"
            ),
            (
                ["everyday"],
                try CardTokenTests.sandbox(scratch, named: "2", vault: "vault.example", keyFile: file),
                "SANDBOX_INVALID"
            ),
            (["everyday"], try CardTokenTests.sandbox(scratch, named: "3", keyFile: file), "KEY_INVALID"),
            (["everyday"], try CardTokenTests.sandbox(scratch, named: "4", keyFile: open), "FILE_EXPOSED"),
        ]
        for (words, sandbox, code) in cases {
            let said = await run(words + ["--json"], sandbox)
            #expect(said.status == .badInput && said.fault == code, "\(words) \(said)")
            #expect(!said.out.contains("eyJ"), "\(words)")
        }
        let none = await CommandOutput.run(["card", "token", "everyday", "--state", scratch.path + "/none", "--json"])
        #expect(none.status == .badInput && none.fault == "SANDBOX_MISSING")
    }
}
