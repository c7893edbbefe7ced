import Foundation
import JourneyBase
import JourneyCLI
import TestSupport
import Testing

@testable import JourneyWalletTool

@Suite("Wallet commands with unusable input")
struct WalletInputTests {
    @Test(
        "unusable input is one sentence with a stable code and status 2",
        arguments: [
            (["pay", "confirm", "PAY-1"], "SANDBOX_MISSING", "journey serve"),
            (["pay", "confirm"], "USAGE", "REFERENCE is missing"),
            (["pay", "PAY-1"], "USAGE", "Unknown command"),
            (["pin"], "USAGE", "set, change, forgot"),
            (["transfer", "bank-1"], "USAGE", "AMOUNT is missing"),
            (["transfer", "bank-1", "0"], "AMOUNT_INVALID", "above zero"),
            (["transfer", "bank-1", "1,50"], "AMOUNT_INVALID", "above zero"),
            (["transfer", "bank-1", "1.505"], "AMOUNT_INVALID", "two decimals"),
            (["transfer", "bank-1", "1."], "AMOUNT_INVALID", "1250.50"),
            (["transfer", "bank-1", "১২"], "AMOUNT_INVALID", "1250.50"),
            (["card", "order", "CARD-CLASSIC"], "USAGE", "ADDRESS is missing"),
            (["pay", "qr", "QR-1", "--faces", "smile.png"], "USAGE", "needs 2 values: SMILE BLINK"),
            (["pay", "qr", "QR-1", "--faces", "/none/a", "/none/b"], "FILE_MISSING", "/none/a"),
            (["pin", "set", "--lang", "de"], "USAGE", "en, bn or ar"),
            (["pin", "set", "--answers", "/none/answers"], "FILE_MISSING", "/none/answers"),
            (["pin", "set", "--sandbox", "/dev/null"], "FILE_UNREADABLE", "/dev/null"),
            (["pin", "set", "--key", "/none/key"], "USAGE", "--key needs --address"),
            (["pin", "set", "--address", "https://w.example/api/"], "USAGE", "--key is missing"),
            (
                ["pin", "set", "--address", "https://w.example/", "--customer", "a"], "USAGE",
                "--customer is for a sandbox"
            ),
        ])
    func faults(words: [String], code: String, part: String) async throws {
        let scratch = try Scratch()
        // Do not find a sandbox that runs on this machine.
        let state = words.count > 1 && !words.contains("--address") ? ["--state", scratch.path] : []
        let said = await CommandOutput.run(["--json"] + words.prefix(2) + state + words.dropFirst(2))
        #expect(said.status == .badInput && said.fault == code, "\(said)")
        #expect(said.message?.contains(part) == true, "\(said)")
    }

    @Test("invalid pictures and sandboxes are reported before any question")
    func files() async throws {
        let scratch = try Scratch()
        let text = try scratch.write("no picture", "text")
        let faces = await CommandOutput.run([
            "pay", "qr", "QR-1", "--faces", text, text, "--json", "--state", scratch.path,
        ])
        #expect(faces.fault == "PICTURE_INVALID")
        let sandbox = await CommandOutput.run(["pin", "set", "--sandbox", text, "--json"])
        #expect(sandbox.fault == "SANDBOX_INVALID")
        let town = try await WalletCommandFixture()
        // An untrusted file that would send the user's secrets elsewhere.
        let file = town.scratch.path + "/sandbox.json"
        let named = try String(contentsOfFile: file, encoding: .utf8)
        let elsewhere = try WalletCommandFixture.file(
            town.scratch, "elsewhere.json",
            named.replacing(town.address, with: "https://wallet.localhost.example:8443/wallet"))
        let sent = await CommandOutput.run(["pin", "set", "--sandbox", elsewhere, "--json"])
        #expect(sent.fault == "SANDBOX_INVALID" && sent.message?.contains("wallet.localhost.example") == true)
        let stranger = try await town.run(["pin", "set"], customer: "wallet-9", answers: [])
        #expect(stranger.fault == "CUSTOMER_UNKNOWN" && stranger.message?.contains("wallet-1, wallet-2") == true)
        _ = try WalletCommandFixture.file(town.scratch, "token-wallet-2", "token", mode: 0o644)
        #expect(try await town.run(["pin", "set"], answers: []).fault == "FILE_EXPOSED")
        await town.stop()
    }
}
