import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneySandbox
import JourneyServer
import JourneyTrace
import SandboxServices

/// Runs one flow of the wallet unattended: the sandbox and the command each run as a process, over HTTPS. Writes the usual
/// report. All processes are ended, also after an error.
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
            throw CommandError.failed(.demoWallet, "The wallet's database has no customer \(branch.customer).")
        }
        var checks = [
            TraceHeader.Check(
                "The command ended once with the outcome \(branch.outcome).",
                holds: play.endings.map { $0["outcome"]?.string } == [branch.outcome] && status == expectedStatus),
            TraceHeader.Check(
                branch.mistakes == 0
                    ? "No input had to be corrected." : "Each mistake was shown at its field and could be corrected.",
                holds: play.mistakes == branch.mistakes),
        ]
        if branch.outcome != "done" {
            checks.append(
                TraceHeader.Check(
                    "The user was told that the operation may have succeeded, and was not asked to repeat it.",
                    holds: play.endings.last?["leavesDoubt"] == true))
        }
        checks += branch.checks.map { $0(before, after) }
        checks.append(
            TraceHeader.Check(
                "No PIN and no code appears in the command's output.",
                holds: inputs.secrets().isDisjoint(with: play.words)))
        play.finish(isGood: checks.allSatisfy(\.holds))
        return try DemoOutcome(
            flow: flow.name, branch: branch.name, title: flow.title, summary: branch.summary, timeline: play.timeline,
            checks: checks, rows: [row(after)],
            facts: [
                ("command", "journey \(branch.command.joined(separator: " "))"),
                ("service", "the sandbox's wallet, in a separate process, over HTTPS"),
            ]
        ).publish(in: setting, began: began)
    }

    /// The expected exit status of the command.
    private var expectedStatus: Int32 { branch.outcome == "done" ? 0 : 1 }

    /// Runs the command and returns its exit status.
    private func stage(_ play: CommandPlay, _ inputs: WalletInputs) async throws -> Int32 {
        let status = try await DemoCommand(
            name: "wallet",
            words: branch.command + [
                "--sandbox", inputs.sandbox, "--customer", branch.customer, "--answers", inputs.answers, "--shots",
                setting.folder.path, "--lang", Language(preferred: [setting.locale]).tag, "--json",
            ] + (inputs.faces.map { ["--faces", $0.smile, $0.blink] } ?? []), folder: setting.folder
        ).run(play)
        if play.endings.isEmpty || status != expectedStatus {
            setting.terminal.talk("The command ended with status \(status). \(setting.folder.logTail(of: "wallet"))")
        }
        return status
    }

    private func row(_ person: WalletRecords.Person) -> TraceHeader.Table {
        func taka(_ poisha: Int64) -> String { "৳\(poisha / 100).\(poisha % 100 < 10 ? "0" : "")\(poisha % 100)" }
        return TraceHeader.Table(
            title: "The wallet's records",
            cells: [
                ("customer", branch.customer), ("PIN", person.hasPin ? "set" : "none"),
                ("balance", taka(person.balance)), ("cards", person.cards.joined(separator: ", ")),
            ] + person.movements.map { ($0.reference ?? "transfer", "\($0.status), \(taka($0.amount)), \($0.id)") })
    }
}
