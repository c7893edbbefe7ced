import JourneyBase
import JourneyCLI
import JourneySandbox
import SandboxServices
import TestSupport
import Testing

@testable import JourneyWalletTool

@Suite("The wallet's commands, against a sandbox over HTTPS", .timeLimit(.minutes(10)))
struct WalletFlowCommandTests {
    private typealias Town = WalletCommandFixture

    @Test("a first PIN is set with the inbox code and used for a payment")
    func set() async throws {
        let town = try await Town()
        let said = try await town.run(
            ["pin", "set"], customer: "wallet-1",
            answers: [
                ["screen": "welcome", "press": "proceed"], ["screen": "code", "values": ["code": "000000"]], Town.code,
                Town.newPin("12345"), Town.newPin("86420"),
            ])
        #expect(said.status == .done && said.result?["outcome"] == "done", "\(said)")
        #expect(said.mistakes.count == 2)
        #expect(try await town.person("wallet-1").hasPin)
        let paid = try await town.run(
            ["pay", "confirm", "PAY-1"], customer: "wallet-1", answers: [Town.pin("86420")])
        #expect(paid.result?["amount"] == .number(try #require(JSONNumber(lexeme: "1250.5"))), "\(paid)")
        #expect(try await town.person("wallet-1").balance == 2_500_000 - 125_050)
        await town.stop()
    }

    @Test("a PIN is changed, and reset after an identity check")
    func changeAndForget() async throws {
        let town = try await Town()
        let changed = try await town.run(
            ["pin", "change"],
            answers: [["screen": "change-pin", "values": ["current": "24680", "new": "86420", "repeat": "86420"]]])
        #expect(changed.status == .done, "\(changed)")
        let reset = try await town.run(
            ["pin", "forgot"],
            answers: [
                ["screen": "identity", "values": ["nationalId": "8765", "birthDate": "1985-11-03"]], Town.code,
                Town.newPin("97531"),
            ])
        #expect(reset.status == .done, "\(reset)")
        for (pin, isRight) in [("24680", false), ("86420", false), ("97531", true)] {
            let said = try await town.run(["pay", "confirm", "PAY-3"], answers: [Town.pin(.string(pin))])
            #expect((said.status == .done) == isRight, "\(pin) \(said)")
        }
        await town.stop()
    }

    @Test("a transfer, a distributor's bill and a card are each paid once, exactly")
    func money() async throws {
        let town = try await Town()
        let sent = try await town.run(["transfer", "bank-3", "100.5"], answers: [Town.pin("24680")])
        #expect(sent.status == .done, "\(sent)")
        let words = ["pay", "confirm", "DIST-3", "--distributor"]
        #expect(try await town.run(words, answers: [Town.pin("24680")]).status == .done)
        let again = try await town.run(words, answers: [Town.pin("24680")])
        #expect(again.status == .done && again.result?["alreadyPaid"] == true, "\(again)")
        #expect(again.result?["reference"] == "DIST-3" && again.result?["status"] == "Authorized", "\(again)")
        #expect(
            try await town.run(["card", "order", "CARD-CLASSIC", "House 7"], answers: [Town.pin("24680")]).status
                == .done)
        let person = try await town.person()
        #expect(person.balance == 1_800_000 - 11_050 - 751_000 && person.cards == ["CARD-CLASSIC"])
        #expect(person.movements.map(\.reference) == [nil, "DIST-3"])
        await town.stop()
    }

    @Test("a QR payment needs pictures only where the service requires them, and leaves them in place")
    func qr() async throws {
        let town = try await Town()
        #expect(try await town.run(["pay", "qr", "QR-3"], answers: [Town.code]).result?["status"] == "Authorized")
        let bare = try await town.run(["pay", "qr", "QR-3-FACE"], answers: [Town.code])
        #expect(bare.status == .badInput && bare.fault == "FACES_MISSING", "\(bare)")
        let smile = try town.scratch.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "smile.png")
        let blink = try town.scratch.write([0xFF, 0xD8, 0xFF, 0xE0], "blink.jpg")
        let faces = ["--faces", smile, blink]
        #expect(try await town.run(["pay", "qr", "QR-3-FACE"], answers: [Town.code], faces).status == .done)
        #expect(try town.scratch.read("smile.png").count == 8 && town.scratch.read("blink.jpg").count == 4)
        #expect(try await town.person().movements.map(\.amount) == [32_500, 900_000])
        await town.stop()
    }

    @Test("screens and outcome are in Bengali on request")
    func bengali() async throws {
        let town = try await Town()
        let said = try await town.run(
            ["pay", "confirm", "PAY-3"], answers: [Town.pin("13579"), Town.pin("24680")], ["--lang", "bn"])
        #expect(said.mistakes == ["পিন ভুল হয়েছে। আর ৪ বার চেষ্টা করতে পারবেন।"], "\(said)")
        let titles = said.events.compactMap { $0["title"]?.string }
        #expect(titles.allSatisfy { $0.unicodeScalars.contains { (0x980...0x9FF).contains($0.value) } })
        await town.stop()
    }

    @Test("screens, service messages and outcome are in Arabic on request")
    func arabic() async throws {
        let town = try await Town()
        let said = try await town.run(
            ["pay", "confirm", "PAY-3"], answers: [Town.pin("13579"), Town.pin("24680")], ["--lang", "ar"])
        // The service's sentence is isolated, whatever direction it begins with.
        #expect(said.mistakes == ["\u{200F}\u{2068}الرقم السري غير صحيح. تبقّت ٤ محاولات.\u{2069}"], "\(said)")
        let titles = said.events.compactMap { $0["title"]?.string }
        #expect(titles.count > 1)
        #expect(titles.allSatisfy { $0.unicodeScalars.contains { (0x600...0x6FF).contains($0.value) } }, "\(titles)")
        await town.stop()
    }

    @Test(
        "each service error has its outcome, code and status, and nothing is paid",
        arguments: [
            (400, nil, .refused), (401, "Unauthorized", .refused), (404, nil, .refused), (409, nil, .refused),
            (422, nil, .refused), (429, nil, .refused), (444, "ServerError", .refused), (500, "ServerError", .failed),
            (501, "ServerError", .failed),
        ] as [(Int, String?, CommandStatus)])
    func statuses(status: Int, code: String?, ending: CommandStatus) async throws {
        let town = try await Town()
        town.faults.inject(.status(status), into: "payment")
        let said = try await town.run(["pay", "confirm", "PAY-3"], answers: [Town.pin("24680")])
        #expect(said.status == ending, "\(said)")
        // An error that stays on the screen asks again, and the file has no second answer.
        #expect(said.result?["code"]?.string == code && said.fault == (code == nil ? "ANSWER_REFUSED" : nil))
        #expect(try await town.person().balance == 1_800_000)
        await town.stop()
    }

    @Test(
        "a lost, truncated or mistyped response leaves doubt with status 1, and is paid once",
        arguments: [SandboxFaults.Kind.answerLost, .malformed, .wrongTypes])
    func doubt(kind: SandboxFaults.Kind) async throws {
        let town = try await Town()
        town.faults.inject(kind, into: "payment")
        let said = try await town.run(["pay", "confirm", "PAY-3"], answers: [Town.pin("24680")])
        #expect(said.status == .failed && said.result?["leavesDoubt"] == true, "\(said)")
        #expect(said.result?["requestFate"] == "unknown", "\(said)")
        #expect(try await town.person().balance == 1_800_000 - 90_400)
        await town.stop()
    }

    @Test("an already paid QR payment is reported as such without asking for a code")
    func alreadyPaid() async throws {
        let town = try await Town()
        let first = try await town.run(["pay", "qr", "QR-3"], answers: [Town.code])
        #expect(first.status == .done && first.result?["alreadyPaid"] == nil, "\(first)")
        let again = try await town.run(["pay", "qr", "QR-3"], answers: [])
        #expect(again.status == .done && again.result?["alreadyPaid"] == true, "\(again)")
        #expect(again.result?["transactionId"] == first.result?["transactionId"], "\(again)")
        #expect(try await town.person().movements.count == 1)
        await town.stop()
    }

    @Test("an unreachable service and one with another key have different codes")
    func unreachable() async throws {
        let town = try await Town()
        await town.stop()
        let gone = try await town.run(["pay", "confirm", "PAY-3"], answers: [Town.pin("24680")])
        #expect(gone.status == .failed && gone.result?["code"] == "BadNetworkError", "\(gone)")
        let other = try await Town()
        _ = try WalletCommandFixture.file(other.scratch, "key.pem", try RSAKeys.stranger.get())
        let said = try await other.run(["pay", "confirm", "PAY-3"], answers: [Town.pin("24680")])
        #expect(said.fault == "ANSWER_REFUSED" && said.mistakes.last?.contains("The PIN is wrong") == true, "\(said)")
        _ = try WalletCommandFixture.file(other.scratch, "key.pem", "no key")
        #expect(try await other.run(["pin", "set"], answers: []).fault == "KEY_INVALID")
        await other.stop()
    }

    @Test("another service is named by its address, key, authority, secret and token")
    func address() async throws {
        let town = try await Town()
        let path = town.scratch.path
        func named(_ without: String? = nil, _ change: [String: String] = [:]) async throws -> CommandOutput {
            var options = [
                "--address": town.address, "--key": path + "/key.pem", "--authority": path + "/authority.pem",
                "--client-id": "sandbox-app", "--client-secret-file": path + "/secret",
                "--token-file": path + "/token-wallet-2",
            ].merging(change) { $1 }
            if let without { options[without] = nil }
            let answers = try WalletCommandFixture.file(
                town.scratch, "answers.json",
                JSONValue.object(["answers": [WalletCommandFixture.pin("24680")]]).compactText)
            return await CommandOutput.run(
                ["pay", "confirm", "PAY-3", "--json", "--answers", answers]
                    + options.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
        }
        for option in ["--key", "--client-id", "--client-secret-file", "--token-file"] {
            let said = try await named(option)
            #expect(said.fault == "USAGE" && said.message?.contains(option) == true, "\(said)")
        }
        #expect(try await named("--authority").result?["code"] == "BadNetworkError")
        #expect(try await named(nil, ["--address": "http://wallet.localhost/api/"]).fault == "ADDRESS_INVALID")
        #expect(try await named(nil, ["--client-id": "other-app"]).result?["code"] == "Unauthorized")
        #expect(try await named(nil, ["--customer": "wallet-2"]).fault == "USAGE")
        #expect(try await town.person().balance == 1_800_000)
        #expect(try await named().status == .done)
        await town.stop()
    }
}
