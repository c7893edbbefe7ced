import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import JourneyServer
import Synchronization
import TestSupport
import Testing

@testable import JourneySandbox
@testable import JourneyWalletTool
@testable import SandboxServices

/// A wallet service behind a socket and TLS, the files of `journey serve`, and the commands, run in this process.
final class WalletCommandFixture: Sendable {
    let scratch: Scratch
    let faults = SandboxFaults()
    let records: WalletRecords
    private let server: WalletServer

    private static let authority = Result {
        try DevelopmentAuthority(
            notBefore: Date().addingTimeInterval(-3_600), notAfter: Date().addingTimeInterval(86_400))
    }

    init() async throws {
        scratch = try Scratch()
        let key = try RSAKeys.service.get()
        let place = DatabaseLocation.file(scratch.path + "/wallet.sqlite")
        let tokens = Dictionary(uniqueKeysWithValues: WalletUser.all.map { ($0.id, "token of \($0.id)") })
        let inbox = scratch.path + "/inbox"
        _ = try WalletCommandFixture.file(scratch, "inbox", "")
        let wallet = try await Wallet(
            place, key: key,
            credentials: Wallet.Credentials(
                clientSecret: Secret(copying: "secret".utf8), wTokens: tokens.mapValues { Secret(copying: $0.utf8) }),
            deliver: { message in
                guard let file = FileHandle(forWritingAtPath: inbox) else { return }
                file.seekToEndOfFile()
                file.write(Data("2026-01-01T00:00:00Z \(message.phone) \(message.body)\n".utf8))
                try? file.close()
            })
        let authority = try Self.authority.get().identity
        let identity = try Self.authority.get().issue(
            names: [WalletServer.name], notBefore: authority.notBefore, notAfter: authority.notAfter)
        server = try await WalletServer.start(
            WalletService(wallet, faults: faults), identity: identity, port: 0, log: .silent)
        records = try await WalletRecords(place)
        let origin = server.address.origin
        let readiness = SandboxReadiness(
            gateway: origin, bank: origin, authorityPEM: authority.certificatePEM,
            pins: [WalletServer.name: [identity.pin, authority.pin]], anchor: [:], remoteKeys: [:], signInKeys: [:],
            database: nil, contextTokenFile: "none",
            wallet: WalletReadiness(
                address: server.address,
                publicKeyFile: try WalletCommandFixture.file(scratch, "key.pem", key.publicKey.pem),
                publicKeyDERFile: "none", clientID: Wallet.client,
                clientSecretFile: try WalletCommandFixture.file(scratch, "secret", "secret"), inboxFile: inbox,
                database: nil,
                customers: try WalletUser.all.map {
                    WalletReadiness.Customer(
                        id: $0.id, phone: $0.phone,
                        wTokenFile: try WalletCommandFixture.file(scratch, "token-\($0.id)", tokens[$0.id] ?? ""))
                }))
        _ = try WalletCommandFixture.file(scratch, "sandbox.json", readiness.json.compactText)
        _ = try WalletCommandFixture.file(scratch, "authority.pem", authority.certificatePEM)
    }

    var address: String { "\(server.address)" }

    func stop() async { await server.stop() }

    /// Writes a file with `mode`; by default only its owner has access.
    static func file(_ scratch: Scratch, _ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        let path = try scratch.write(text, name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    /// Runs a command against the sandbox with JSON output. `answers` is the list in the answers' file.
    func run(
        _ words: [String], customer: String = "wallet-2", answers: JSONValue? = nil, _ more: [String] = []
    ) async throws -> CommandOutput {
        var all = words + ["--sandbox", scratch.path + "/sandbox.json", "--customer", customer, "--json"] + more
        if let answers {
            all += [
                "--answers",
                try WalletCommandFixture.file(
                    scratch, "answers.json", JSONValue.object(["answers": answers]).compactText),
            ]
        }
        return await CommandOutput.run(all)
    }

    func person(_ id: String = "wallet-2") async throws -> WalletRecords.Person {
        try #require(try await records.person(id))
    }

    // Entries of the answers file.
    static let code: JSONValue = ["screen": "code", "inbox": "code"]
    static func pin(_ pin: JSONValue) -> JSONValue { ["screen": "confirm-pin", "values": ["pin": pin]] }
    static func newPin(_ pin: JSONValue) -> JSONValue {
        ["screen": "new-pin", "values": ["new": pin, "repeat": pin]]
    }
}

/// A command's output and exit status.
struct CommandOutput: Sendable {
    let status: CommandStatus
    let out: String
    let err: String

    static func run(_ words: [String]) async -> CommandOutput {
        let texts = Mutex((out: "", err: ""))
        let terminal = JourneyCLI.Terminal(
            out: { text in texts.withLock { $0.out += text } }, err: { text in texts.withLock { $0.err += text } })
        let program = Program(
            Command("journey", summary: "", subcommands: WalletCommands.commands { _ in .failed }), version: "0")
        let status = await program.run(words, terminal: terminal)
        return texts.withLock { CommandOutput(status: status, out: $0.out, err: $0.err) }
    }

    /// The JSON lines.
    var events: [JSONValue] {
        out.split(separator: "\n").compactMap { try? JSONReader.read(Array($0.utf8)) }
    }
    /// The final result.
    var result: JSONValue? { events.last { $0["event"] == "result" } }
    /// The code of an error before the end.
    var fault: String? { events.last?["error"]?["code"]?.string }
    var message: String? { events.last?["error"]?["message"]?.string }
    /// The errors shown on screens.
    var mistakes: [String] { events.compactMap { $0["error"]?.string } }
}
