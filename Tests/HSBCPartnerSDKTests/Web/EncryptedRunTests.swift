import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// Payloads that a page encrypts, throughout a run.
@Suite("Encrypted payloads in a run")
struct EncryptedRunTests {
    private static let secret = "SECRET-7341"

    /// Records what pages pass to it, as secrets only.
    private final class Vault: JourneyPlugin {
        let name = "vault"
        let methods: Set<String> = ["swap"]
        let kept = Mutex<Secret?>(nil)

        func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
            throw JourneyError(.bridgeEncryption, "A vault takes nothing in the clear.")
        }

        func handle(_ method: String, secret params: Secret) async throws -> BridgePayload {
            kept.withLock { $0 = params }
            return .secret(Secret(copying: Array(#"{"key":"\#(EncryptedRunTests.secret)"}"#.utf8)))
        }
    }

    @Test(
        "a secret passes between page, plugin and call without appearing in an event, log, snapshot or error",
        arguments: ["dir", "ECDH-ES+A256KW"])
    func canary(algorithm: String) async throws {
        let answers = Mutex<[JSONValue]>([])
        let lines = Mutex<[String]>([])
        var world = try JourneyFixture { page in
            try await page.connect()
            let answer = try await page.request("swap", ["word": .string(EncryptedRunTests.secret)])
            answers.withLock { $0.append(answer) }
            // A plugin without support for secrets gets a value, and its answer is still encrypted.
            answers.withLock { $0.append([:]) }
            let biometric = try await page.request("performBiometric", ["reason": .string(EncryptedRunTests.secret)])
            answers.withLock { $0.append(biometric) }
            _ = await page.post(page.sealed("request", "swap", ["word": .string(EncryptedRunTests.secret)]))
            _ = await page.post(page.sealed("event", "submit", jwe: EncryptedRunTests.secret))
            try await page.emit("submit", ["amount": 1_250, "note": .string(EncryptedRunTests.secret)])
        }
        world.log = Log { entry in lines.withLock { $0.append("\(entry)") } }
        let vault = Vault()
        world.plugins.append(vault)
        world.manifest = world.manifest.with("steps.form.bridgeAllow", ["performBiometric", "swap"])
            .with(
                "steps.form.bridgeEncrypt",
                ["swap": .string(algorithm), "submit": .string(algorithm), "performBiometric": .string(algorithm)]
            )
            .with("resumePolicy", ["snapshotOn": ["step_enter", "submit"]])
        let result = try await world.run()
        #expect(JourneyFixture.word(result) == "completed")
        #expect(
            answers.withLock { $0 } == [["key": .string(EncryptedRunTests.secret)], [:], ["biometric": "PASS"]])
        let kept = try #require(vault.kept.withLock { $0 })
        #expect(kept.withBytes { String(decoding: $0, as: UTF8.self) } == #"{"word":"\#(EncryptedRunTests.secret)"}"#)
        let codes = world.events.entries("error").compactMap { $0.attributes["code"]?.string }
        #expect(codes == ["BRIDGE_ENCRYPTION", "BRIDGE_DECRYPTION"])
        var texts = world.events.entries.map { "\($0.name) \(JSONValue.object($0.attributes).compactText)" }
        texts += lines.withLock { $0 }
        for key in try await world.store.keys() {
            texts.append(String(decoding: try await world.store.load(key) ?? [], as: UTF8.self))
        }
        #expect(texts.count > 10)
        #expect(texts.filter { $0.contains(EncryptedRunTests.secret) }.isEmpty)
        #expect(!"\(result)".contains(EncryptedRunTests.secret))
    }

    @Test("a bridge 1.1 page is refused at once in a step that encrypts")
    func oldPage() async throws {
        var world = try JourneyFixture { page in try await page.connect(versions: ["1.1"]) }
        world.manifest = world.manifest.with("steps.form.bridgeEncrypt", ["submit": "dir"])
            .with("security.requireHandshake", true)
        #expect(JourneyFixture.word(try await world.run()) == "BRIDGE_VERSION")
    }
}
