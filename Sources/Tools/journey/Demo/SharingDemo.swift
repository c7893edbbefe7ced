import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyTrace

/// Issues a document and presents it to a reader unattended: `journey mdoc present` and `journey mdoc read` each run as a
/// process. Writes the usual report. All processes are ended, also after an error.
struct SharingDemo: Sendable {
    static let name = "credential-sharing"
    static let summary = "A user shows a driving licence to a reader nearby, over Bluetooth."

    /// A branch of the demo.
    struct Branch: DemoScenario {
        let name: String
        let summary: String
        /// The requested data, by the name of a profile.
        let profile: String
        /// The data that the user allows.
        let consent: [String]
        /// The expected exit statuses of the holder's and the reader's commands.
        let statuses: (holder: Int32, reader: Int32)
        /// The names of the expected shared elements.
        let shared: [String]
        /// The reader's expected outcome.
        let outcome: String
    }

    static let branches = [
        Branch(
            name: "age", summary: "A reader asks whether the user is 18; only the answer is shared.",
            profile: "age-over-18",
            consent: ["all"], statuses: (0, 0), shared: ["age_over_18"], outcome: "verified"),
        Branch(
            name: "identity", summary: "A reader asks for name and date of birth; the user shares the name only.",
            profile: "identity", consent: ["family_name", "given_name"], statuses: (0, 3),
            shared: ["family_name", "given_name"], outcome: "incomplete"),
        Branch(
            name: "denied", summary: "The user allows nothing, and nothing is shared.", profile: "driving-licence",
            consent: ["none"], statuses: (3, 3), shared: [], outcome: "declined"),
    ]

    let branch: Branch
    let setting: DemoSetting

    func run() async throws -> DemoRun.Ending {
        let began = Date()
        return try await DemoSetting.leavingNoProcess {
            let fixtures = try await SharingFixtures()
            defer { fixtures.remove() }
            let radios = try await SharingRadios(in: fixtures.folder)
            let ended = await DemoSetting.result { try await run(fixtures, radios, began) }
            await radios.end()
            return try ended.get()
        }
    }

    private func run(
        _ fixtures: SharingFixtures, _ radios: SharingRadios, _ began: Date
    ) async throws -> DemoRun.Ending {
        let play = SharingPlay(terminal: setting.terminal)
        if let notice = radios.notice { play.note(notice) }
        let (holder, reader) = try await stage(fixtures, radios, play)
        let checks = checks(play, holder, reader)
        play.finish(isGood: checks.allSatisfy(\.holds))
        return try DemoOutcome(
            flow: SharingDemo.name, branch: branch.name, title: "A driving licence shown to a reader nearby",
            summary: branch.summary, timeline: play.timeline, checks: checks, rows: [row(play)],
            facts: [("asked for", branch.profile), ("radio", radios.words)],
            members: ["radio": .string(radios.name)]
        ).publish(in: setting, began: began)
    }

    /// Runs both commands; the reader's starts once the holder shows the code.
    private func stage(
        _ fixtures: SharingFixtures, _ radios: SharingRadios, _ play: SharingPlay
    ) async throws -> (holder: Int32, reader: Int32) {
        let environment = await DemoCommand.environment(play.note)
        let common = [
            "--json", "--shots", setting.folder.path, "--language", Language(preferred: [setting.locale]).tag,
        ]
        let program = "\(Tool.ownFolder)/journey-web"
        let holder = try ChildProcess(
            program,
            ["mdoc", "present", fixtures.licence, "--trust", fixtures.readerRoot]
                + branch.consent.flatMap { ["--consent", $0] } + radios.holder + common,
            environment: environment, log: setting.folder.log("holder"))
        let reading = Task {
            guard let address = await play.address() else { return Int32(1) }
            let reader = try ChildProcess(
                program,
                [
                    "mdoc", "read", address, "--profile", branch.profile, "--trust", fixtures.authority, "--reader",
                    fixtures.reader,
                ]
                    + radios.reader + common,
                environment: environment, log: setting.folder.log("reader"))
            return await withTaskCancellationHandler {
                for await line in reader.lines { play.receive(line, from: .reader) }
                return await reader.wait()
            } onCancel: {
                Task { await reader.end() }
            }
        }
        let limit = Task {
            try await Task.sleep(for: DemoRun.timeLimit)
            reading.cancel()
            holder.kill()
        }
        defer { limit.cancel() }
        let holderStatus = await withTaskCancellationHandler {
            for await line in holder.lines { play.receive(line, from: .holder) }
            play.closeCode()
            return await holder.wait()
        } onCancel: {
            reading.cancel()
            Task { await holder.end() }
        }
        let readerStatus = try await reading.value
        try Task.checkCancellation()
        if holderStatus != branch.statuses.holder { setting.terminal.talk(setting.folder.logTail(of: "holder")) }
        if readerStatus != branch.statuses.reader { setting.terminal.talk(setting.folder.logTail(of: "reader")) }
        return (holderStatus, readerStatus)
    }

    private func checks(_ play: SharingPlay, _ holder: Int32, _ reader: Int32) -> [TraceHeader.Check] {
        let shared =
            play.ending(of: .holder)?["documents"]?[0]?["elements"]?.array?
            .compactMap { $0.string?.split(separator: "/").last.map(String.init) } ?? []
        let result = play.ending(of: .reader)
        var checks = [
            TraceHeader.Check(
                "The holder's process ended with status \(branch.statuses.holder).",
                holds: holder == branch.statuses.holder),
            TraceHeader.Check(
                "The reader's process ended with status \(branch.statuses.reader).",
                holds: reader == branch.statuses.reader),
            TraceHeader.Check(
                "The user saw the reader's name from a trusted certificate before anything was shared.",
                holds: play.request?["title"]?.string?.contains(SharingFixtures.readerName) == true),
            TraceHeader.Check(
                shared.isEmpty
                    ? "Nothing was shared."
                    : "Only the data that the user allowed was shared: \(shared.joined(separator: ", ")).",
                holds: shared.sorted() == branch.shared.sorted()),
            TraceHeader.Check(
                "The reader's outcome is \(branch.outcome).", holds: result?["outcome"]?.string == branch.outcome),
        ]
        if branch.outcome != "declined" {
            checks.append(
                TraceHeader.Check(
                    "No check of the reader failed: issuer, digests, device, session.",
                    holds: result?["report"]?["failed"] == 0 && result?["report"]?["documents"]?.array?.count == 1))
        }
        if branch.profile == "age-over-18" {
            checks.append(
                TraceHeader.Check("The reader verified that the user is 18.", holds: result?["ages"]?["18"] == true))
        }
        return checks
    }

    private func row(_ play: SharingPlay) -> TraceHeader.Table {
        let elements = play.ending(of: .reader)?["report"]?["documents"]?[0]?["elements"]?.array ?? []
        return TraceHeader.Table(
            title: "Data received by the reader",
            cells: elements.isEmpty
                ? [("nothing", "not even the document type")]
                : elements.map { ($0["element"]?.string ?? "", $0["value"]?.string ?? "") })
    }
}
