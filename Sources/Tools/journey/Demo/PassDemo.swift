import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneySandbox
import JourneyServer

/// A ticket is added to a wallet, bound to its holder's account, and changed afterwards: the sandbox, the wallet's commands and
/// the pictures each a process of their own, with nobody at them. Leaves the report of any demo. Whatever happens, no process is
/// left.
struct PassDemo: Sendable {
    static let name = "wallet-pass"
    static let summary = "Somebody adds a ticket to their wallet, bound to their account; then its seat changes."

    let branch: PassBranch
    let setting: DemoSetting

    func run() async throws -> DemoRun.Ending {
        let began = Date()
        return try await setting.withSandbox(["--pass-database", setting.folder.passDatabase]) { sandbox in
            let inputs = try DemoInputs(sandbox: sandbox, stateFolder: setting.stateFolder)
            defer { inputs.remove() }
            return try await run(PassPlay(terminal: setting.terminal), inputs, sandbox, began)
        }
    }

    private func run(
        _ play: PassPlay, _ inputs: DemoInputs, _ sandbox: SandboxReadiness, _ began: Date
    ) async throws -> DemoRun.Ending {
        let environment = await DemoCommand.environment(play.note)
        func wallet(_ words: String...) async throws -> (status: Int32, last: JSONValue) {
            try await stage(["wallet"] + words, inputs, environment, play)
        }
        let added = try await wallet("add", "--tag", branch.tag, "--yes")
        var checks = [
            Report.Check(
                branch.status == 0
                    ? "The service says that the device has its pass." : "The service says that there is no such pass.",
                holds: added.status == branch.status)
        ]
        if branch.status == 0 { checks += try await follow(added.last, wallet, play) }
        let listed = try await wallet("list")
        let passes = listed.last["passes"]?.array ?? []
        checks.append(
            Report.Check(
                branch.status == 0 ? "There is one pass in the wallet." : "There is nothing in the wallet.",
                holds: passes.count == (branch.status == 0 ? 1 : 0)))
        let token = try? sandbox.passes.map { try String(contentsOfFile: $0.apiTokenFile, encoding: .utf8) }
        checks.append(
            Report.Check(
                "The token that opens the client's passes is in nothing that the commands said.",
                holds: token.map { !play.text.contains($0) } ?? false))
        play.finish(isGood: checks.allSatisfy(\.holds))
        return try DemoOutcome(
            flow: Self.name, branch: branch.name, title: "A ticket for the wallet", summary: branch.summary,
            timeline: play.timeline, checks: checks, rows: passes.map(row),
            facts: [
                ("commands", "journey wallet add, show, update, list"),
                ("service", "the sandbox's pass service, a process of its own, over HTTPS"),
                ("wallet", "the sandbox wallet: what it signs has a form of its own, not Apple's"),
            ]
        ).leave(in: setting, began: began)
    }

    /// A command of the wallet, from its start to its end, and the last that it said.
    private func stage(
        _ words: [String], _ inputs: DemoInputs, _ environment: [String: String], _ play: PassPlay
    ) async throws -> (status: Int32, last: JSONValue) {
        var last = JSONValue.null
        let status = try await DemoCommand(
            name: "wallet",
            words: words + [
                "--sandbox", inputs.sandbox, "--wallet", inputs.wallet, "--state", setting.stateFolder, "--json",
                "--with-parent",
            ], folder: setting.folder
        ).run(in: environment) { line, _ in last = play.heard(line) ?? last }
        if status != 0, branch.status == 0 {
            setting.terminal.talk(
                "journey \(words.joined(separator: " ")) ended with status \(status). \(setting.folder.lastWords(of: "wallet"))"
            )
        }
        return (status, last)
    }

    private func row(_ pass: JSONValue) -> Report.Row {
        func text(_ name: String) -> String { pass[name]?.string ?? "" }
        return Report.Row(
            title: "What is in the wallet",
            cells: [
                ("issuer", text("organization")), ("pass", text("description")),
                ("serial number", text("serialNumber")),
                ("bound to an account of", text("boundTo")), ("seat", PassPlay.seat(pass) ?? ""),
                ("told of updates", pass["registered"] == true ? "yes" : "no"),
            ])
    }

    // What comes after a pass was added: it is looked at, changed, and fetched.
    /// The seat after the change.
    private static let seat = "14 C"

    /// The pass's picture, its new seat, and its picture again.
    func follow(
        _ added: JSONValue, _ wallet: (String...) async throws -> (status: Int32, last: JSONValue), _ play: PassPlay
    ) async throws -> [Report.Check] {
        let id = added["passes"]?.array?.first?.string ?? ""
        let shown = try await wallet(
            "show", id, "--language", setting.locale, "--picture", "\(setting.folder.path)/01-pass.png")
        play.shot("01-pass.png", "The pass")
        let seat = PassPlay.seat(shown.last)
        let records = try await PassRecords(.file(setting.folder.passDatabase))
        try await records.change(branch.tag, ["seat": .string(PassDemo.seat)])
        play.step("The seat changes", "In the service's records, as an administrator does it.")
        let updated = try await wallet("update")
        let again = try await wallet(
            "show", id, "--language", setting.locale, "--picture", "\(setting.folder.path)/02-changed.png")
        play.shot("02-changed.png", "The pass with its new seat")
        let change = updated.last["changes"]?.array?.first?["fields"]?.array?.first { $0["key"] == "seat" }
        return [
            Report.Check(
                "The wallet believed the issuer's data, made a key for the account, signed, and got one pass.",
                holds: ["believed", "signed", "posted", "kept"].allSatisfy { play.count(of: $0) == 1 }),
            Report.Check(
                "The pass's signature holds, and it is bound to the issuer's account.",
                holds: shown.last["believed"] == true && shown.last["boundTo"]?.string == PassServer.name),
            Report.Check("The service tells of updates.", holds: play.count(of: "registered") == 1),
            Report.Check(
                "The new seat came with the update, into the same pass.",
                holds: updated.status == 0 && change?["new"]?.string == PassDemo.seat && change?["old"]?.string == seat
                    && PassPlay.seat(again.last) == PassDemo.seat),
        ]
    }
}
