import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneySandbox
import JourneyServer
import JourneyTrace

/// Adds a ticket to a wallet, bound to its holder's account, and updates it unattended: the sandbox, the wallet's commands and
/// the renderer each run as a process. Writes the usual report. All processes are ended, also after an error.
struct PassDemo: Sendable {
    static let name = "wallet-pass"
    static let summary = "A user adds a ticket to their wallet, bound to their account; then its seat changes."

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
            TraceHeader.Check(
                branch.status == 0
                    ? "The service confirms that the device has its pass."
                    : "The service reports that the pass does not exist.",
                holds: added.status == branch.status)
        ]
        if branch.status == 0 { checks += try await follow(added.last, wallet, play) }
        let listed = try await wallet("list")
        let passes = listed.last["passes"]?.array ?? []
        checks.append(
            TraceHeader.Check(
                branch.status == 0 ? "The wallet has one pass." : "The wallet is empty.",
                holds: passes.count == (branch.status == 0 ? 1 : 0)))
        let token = try? sandbox.passes.map { try String(contentsOfFile: $0.apiTokenFile, encoding: .utf8) }
        checks.append(
            TraceHeader.Check(
                "The access token for the client's passes appears in no output of the commands.",
                holds: token.map { !play.text.contains($0) } ?? false))
        play.finish(isGood: checks.allSatisfy(\.holds))
        return try DemoOutcome(
            flow: Self.name, branch: branch.name, title: "A ticket for the wallet", summary: branch.summary,
            timeline: play.timeline, checks: checks, rows: passes.map(row),
            facts: [
                ("commands", "journey wallet add, show, update, list"),
                ("service", "the sandbox's pass service, in a separate process, over HTTPS"),
                ("wallet", "the sandbox wallet: its signatures have their own format, not Apple's"),
            ]
        ).publish(in: setting, began: began)
    }

    /// Runs a wallet command and returns its status and its last output.
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
        ).run(in: environment) { line, _ in last = play.receive(line) ?? last }
        if status != 0, branch.status == 0 {
            setting.terminal.talk(
                "journey \(words.joined(separator: " ")) ended with status \(status). \(setting.folder.logTail(of: "wallet"))"
            )
        }
        return (status, last)
    }

    private func row(_ pass: JSONValue) -> TraceHeader.Table {
        func text(_ name: String) -> String { pass[name]?.string ?? "" }
        return TraceHeader.Table(
            title: "The pass in the wallet",
            cells: [
                ("issuer", text("organization")), ("pass", text("description")),
                ("serial number", text("serialNumber")),
                ("bound to an account of", text("boundTo")), ("seat", PassPlay.seat(pass) ?? ""),
                ("receives updates", pass["registered"] == true ? "yes" : "no"),
            ])
    }

    // After the pass was added, it is shown, changed and updated.
    /// The seat after the change.
    private static let seat = "14 C"

    /// Captures the pass, changes its seat, updates it, and captures it again.
    func follow(
        _ added: JSONValue, _ wallet: (String...) async throws -> (status: Int32, last: JSONValue), _ play: PassPlay
    ) async throws -> [TraceHeader.Check] {
        let id = added["passes"]?.array?.first?.string ?? ""
        let shown = try await wallet(
            "show", id, "--language", setting.locale, "--picture", "\(setting.folder.path)/01-pass.png")
        play.shot("01-pass.png", "The pass")
        let seat = PassPlay.seat(shown.last)
        let records = try await PassRecords(.file(setting.folder.passDatabase))
        try await records.change(branch.tag, ["seat": .string(PassDemo.seat)])
        play.step("The seat changes", "An administrator changes it in the service's records.")
        let updated = try await wallet("update")
        let again = try await wallet(
            "show", id, "--language", setting.locale, "--picture", "\(setting.folder.path)/02-changed.png")
        play.shot("02-changed.png", "The pass with its new seat")
        let change = updated.last["changes"]?.array?.first?["fields"]?.array?.first { $0["key"] == "seat" }
        return [
            TraceHeader.Check(
                "The wallet verified the issuer's data, created a key for the account, signed, and received one pass.",
                holds: ["believed", "signed", "posted", "kept"].allSatisfy { play.count(of: $0) == 1 }),
            TraceHeader.Check(
                "The pass's signature is valid, and the pass is bound to the issuer's account.",
                holds: shown.last["believed"] == true && shown.last["boundTo"]?.string == PassServer.name),
            TraceHeader.Check("The device is registered for updates.", holds: play.count(of: "registered") == 1),
            TraceHeader.Check(
                "The update changed the seat of the same pass.",
                holds: updated.status == 0 && change?["new"]?.string == PassDemo.seat && change?["old"]?.string == seat
                    && PassPlay.seat(again.last) == PassDemo.seat),
        ]
    }
}
