import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneySandbox
import JourneyTrace

/// Shows a card unattended: the sandbox, with the issuer and its proxy, and the app each run as a process. Writes the usual
/// report. All processes are ended, also after an error.
struct CardDemo: Sendable {
    static let name = "card-details"
    static let summary = "A customer views a card's number in the issuer's own frames."

    let branch: CardBranch
    let setting: DemoSetting

    func run() async throws -> DemoRun.Ending {
        let began = Date()
        return try await setting.withSandbox([]) { try await run(against: $0, began) }
    }

    private func run(against sandbox: SandboxReadiness, _ began: Date) async throws -> DemoRun.Ending {
        let inputs = try DemoInputs(sandbox: sandbox, stateFolder: setting.stateFolder)
        defer { inputs.remove() }
        let play = CommandPlay(terminal: setting.terminal)
        let trace = "\(inputs.store).messages"
        let status = try await DemoCommand(
            name: "app",
            words: [
                "card", "show", branch.card, "--sandbox", inputs.sandbox, "--code", branch.code, "--shots",
                setting.folder.path,
                "--trace", trace, "--store", inputs.store, "--lang", Language(preferred: [setting.locale]).tag,
                "--json",
                "--headless", "--with-parent",
            ], folder: setting.folder
        ).run(play)
        let messages = (try? String(contentsOfFile: trace, encoding: .utf8)) ?? ""
        let checks = checks(play, status, messages)
        let isGood = checks.allSatisfy(\.holds)
        if !isGood {
            setting.terminal.talk("The app ended with status \(status). \(setting.folder.logTail(of: "app"))")
        }
        play.finish(isGood: isGood)
        return try DemoOutcome(
            flow: CardDemo.name, branch: branch.name, title: "A card shown by its issuer", summary: branch.summary,
            timeline: play.timeline, checks: checks, rows: [],
            facts: [
                ("card", branch.card), ("proxy", "\(sandbox.gateway)"),
                ("frames", sandbox.cards.map { "\($0.script.origin)" } ?? "none"),
                ("messages between app and pages", "\(messages.split(separator: "\n").count)"),
            ]
        ).publish(in: setting, began: began)
    }

    private func checks(_ play: CommandPlay, _ status: Int32, _ messages: String) -> [TraceHeader.Check] {
        let ending = play.endings.first
        var checks = [
            TraceHeader.Check(
                "The app ended once with the outcome \(branch.reason ?? branch.outcome).",
                holds: play.endings.count == 1 && ending?["outcome"]?.string == branch.outcome
                    && ending?["code"]?.string == branch.reason && status == branch.status),
            TraceHeader.Check(
                "The screens appeared in this order: \(branch.screens.joined(separator: ", ")).",
                holds: play.screens == branch.screens),
            TraceHeader.Check(
                branch.isShown ? "The issuer’s frames were rendered and captured." : "No card was rendered.",
                holds: play.shots.contains { $0.hasSuffix("-card.png") } == branch.isShown),
        ]
        if let issuer = try? DevelopmentState(directory: setting.stateFolder).cards() {
            let number = issuer.number(ofCard: branch.card)
            checks.append(
                TraceHeader.Check(
                    "The card’s number appears in no message between the app and its pages, and in no output of the app.",
                    holds: !messages.contains(number) && !play.words.contains(number)))
        }
        return checks
    }
}
