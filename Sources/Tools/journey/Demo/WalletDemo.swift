import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneySandbox
import JourneyServer
import SandboxServices

/// Runs one flow of the wallet: the sandbox and the command each as a process of their own, over HTTPS, with nobody at them.
/// Leaves the report of any demo. Whatever happens, no process is left.
struct WalletDemo: Sendable {
    let flow: WalletFlow
    let branch: WalletBranch
    let setting: DemoSetting

    func run() async throws -> DemoRun.Ending {
        let began = Date()
        let inputs = try WalletInputs(branch, stateFolder: setting.stateFolder)
        defer { inputs.remove() }
        return try await setting.withSandbox(
            ["--wallet-database", setting.folder.walletDatabase, "--inbox", inputs.inbox]
                + (inputs.faults.map { ["--faults", $0] } ?? [])
        ) { try await run(against: $0, inputs, began) }
    }

    private func run(
        against sandbox: SandboxReadiness, _ inputs: WalletInputs, _ began: Date
    ) async throws -> DemoRun.Ending {
        try Support.write(sandbox.json.compactBytes, to: inputs.sandbox)
        let records = try await WalletRecords(.file(setting.folder.walletDatabase))
        let before = try await records.person(branch.customer)
        let play = CommandPlay(terminal: setting.terminal)
        let status = try await stage(play, inputs)
        let after = try await records.person(branch.customer)
        guard let before, let after else {
            throw CommandError.failed("DEMO_BOOKS", "The wallet's books do not know \(branch.customer).")
        }
        var checks = [
            Report.Check(
                "The command ended once, and said: \(branch.outcome).",
                holds: play.endings.map { $0["outcome"]?.string } == [branch.outcome] && status == wanted),
            Report.Check(
                branch.mistakes == 0
                    ? "Nothing had to be corrected." : "Each mistake was told where it was made, and could be mended.",
                holds: play.mistakes == branch.mistakes),
        ]
        if branch.outcome != "done" {
            checks.append(
                Report.Check(
                    "The person was told that it may have been done, and was not asked to do it again.",
                    holds: play.endings.last?["leavesDoubt"] == true))
        }
        checks += branch.checks.map { $0(before, after) }
        checks.append(
            Report.Check(
                "Neither a PIN nor a code is in what the command said.",
                holds: inputs.secrets().isDisjoint(with: play.words)))
        play.finish(isGood: checks.allSatisfy(\.holds))
        return try DemoOutcome(
            flow: flow.name, branch: branch.name, title: flow.title, summary: branch.summary, timeline: play.timeline,
            checks: checks, rows: [row(after)],
            facts: [
                ("command", "journey \(branch.command.joined(separator: " "))"),
                ("service", "the sandbox's wallet, a process of its own, over HTTPS"),
            ]
        ).leave(in: setting, began: began)
    }

    /// With which status the command has to end.
    private var wanted: Int32 { branch.outcome == "done" ? 0 : 1 }

    /// The command, from its start to its end.
    private func stage(_ play: CommandPlay, _ inputs: WalletInputs) async throws -> Int32 {
        let status = try await DemoCommand(
            name: "wallet",
            words: branch.command + [
                "--sandbox", inputs.sandbox, "--customer", branch.customer, "--answers", inputs.answers, "--shots",
                setting.folder.path, "--lang", Language(preferred: [setting.locale]).tag, "--json",
            ] + (inputs.faces.map { ["--faces", $0.smile, $0.blink] } ?? []), folder: setting.folder
        ).run(play)
        if play.endings.isEmpty || status != wanted {
            setting.terminal.talk("The command ended with status \(status). \(setting.folder.lastWords(of: "wallet"))")
        }
        return status
    }

    private func row(_ person: WalletRecords.Person) -> Report.Row {
        func taka(_ poisha: Int64) -> String { "৳\(poisha / 100).\(poisha % 100 < 10 ? "0" : "")\(poisha % 100)" }
        return Report.Row(
            title: "What stands in the wallet's books",
            cells: [
                ("customer", branch.customer), ("PIN", person.hasPin ? "set" : "none"),
                ("balance", taka(person.balance)), ("cards", person.cards.joined(separator: ", ")),
            ] + person.movements.map { ($0.reference ?? "transfer", "\($0.status), \(taka($0.amount)), \($0.id)") })
    }
}
