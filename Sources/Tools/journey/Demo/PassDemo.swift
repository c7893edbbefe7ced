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
    let folder: DemoFolder
    let stateFolder: String
    let terminal: JourneyCLI.Terminal
    /// The person's language, as a BCP 47 tag.
    let locale: String

    func run() async throws -> DemoRun.Ending {
        let began = Date()
        Orphans.adopt()
        let ended: Result<DemoRun.Ending, any Error>
        do {
            let place = try PassPlace(in: stateFolder)
            defer { place.remove() }
            let sandbox = try await SandboxProcess.start(
                ["--pass-database", folder.passDatabase, "--state", stateFolder], log: folder.log("sandbox"))
            do {
                try Support.write(sandbox.readiness.json.compactBytes, to: place.sandbox)
                ended = .success(try await run(PassPlay(terminal: terminal), place, sandbox.readiness, began))
            } catch { ended = .failure(error) }
            await sandbox.process.end()
        } catch { ended = .failure(error) }
        await Orphans.seeOff()
        return try ended.get()
    }

    private func run(
        _ play: PassPlay, _ place: PassPlace, _ sandbox: SandboxReadiness, _ began: Date
    ) async throws -> DemoRun.Ending {
        let environment = await DemoCommand.environment(play.note)
        func wallet(_ words: String...) async throws -> (status: Int32, last: JSONValue) {
            try await stage(["wallet"] + words, place, environment, play)
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
        ).leave(in: folder, began: began, terminal: terminal)
    }

    /// A command of the wallet, from its start to its end, and the last that it said.
    private func stage(
        _ words: [String], _ place: PassPlace, _ environment: [String: String], _ play: PassPlay
    ) async throws -> (status: Int32, last: JSONValue) {
        var last = JSONValue.null
        let status = try await DemoCommand(
            name: "wallet",
            words: words + [
                "--sandbox", place.sandbox, "--wallet", place.wallet, "--state", stateFolder, "--json", "--with-parent",
            ], folder: folder
        ).run(in: environment) { last = play.heard($0) ?? last }
        if status != 0, branch.status == 0 {
            terminal.talk(
                "journey \(words.joined(separator: " ")) ended with status \(status). \(folder.lastWords(of: "wallet"))"
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
}
