import Foundation
import JourneyBase
import JourneyCLI
import JourneyDocumentTool
import JourneyHarness
import JourneyPassTool
import JourneyWalletTool
import JourneyWeb

/// The program `journey-web`: the commands that show pages. `journey` starts it.
enum JourneyWebCommand {
    static let version = JourneyKitVersion.current

    static let root: Command = Command(
        "journey-web", summary: "runs journeys in a web engine; started by journey",
        options: [Option(.version, help: "Print the version")],
        subcommands: [run, screens, DocumentCommand.command(drawing: DrawnScreens.drawing)]
            + WalletCommands.commands(drawing: DrawnScreens.drawing, showCard: showCard)
            + PassCommands.commands(picture: DrawnPages.picture))

    static let run: Command = Command(
        "run", summary: "runs one journey against a sandbox",
        discussion: [
            "Shows a window if there is a display and runs headless otherwise. Prints events as they happen; with"
                + " --json as one line of JSON each."
        ],
        arguments: [Argument(.journey, kind: .text("JOURNEY"), help: "the journey's id")],
        options: [
            Option(.sandbox, "s", value: .file, help: "A file with the output of journey serve --json"),
            Option(.autopilot, "a", value: .file, help: "Act as the user with this script"),
            Option(
                .store, value: .directory, help: "The folder of this host's encrypted items",
                defaultText: "device in $JOURNEY_HOME, or .journey/device"),
            Option(
                .patience, value: .integer(1...600),
                help: "The time in seconds for a page to connect, and for the autopilot to find an element",
                defaultText: "5, and 30"),
            Option(.console, help: "Print the pages' console and requests"),
            Option(.shots, value: .directory, help: "Write a screenshot of each step to this folder"),
            Option(.timeline, value: .file, help: "Write all events to this file, as JSON"),
            Option(.trace, value: .file, help: "Write a trace of the run to this file"),
            Option(.locale, "l", value: .text("TAG"), help: "The user's language", defaultText: "en-GB"),
            Option(.resume, help: "Resume the last suspended run"),
            Option(.headless, help: "Show no window even if there is a display"),
            Option(.withParent, help: "Stop when standard input ends"),
        ]
    ) { invocation in
        let sandbox = try invocation.required(
            .sandbox, or: "--sandbox is missing; pass a file with the output of journey serve --json.")
        let files = try RunFiles(sandbox: sandbox)
        let script = try invocation.value(.autopilot).map { path in
            try AutopilotScript(
                reading: try RunFiles.read(path), folder: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        }
        let journey = try invocation.required(.journey)
        let store = invocation.value(.store) ?? (Environment["JOURNEY_HOME"] ?? ".journey") + "/device"
        let trace = try invocation.value(.trace).map { _ in try TraceRecorder(journey: journey) }
        let sink = EventSink(terminal: invocation.terminal, showsConsole: invocation.has(.console), trace: trace)
        let shots =
            invocation.value(.shots) == nil && trace == nil
            ? nil : try ShotWriter(folder: invocation.value(.shots), trace: trace, record: sink.record)
        let display = try await Screens.open(headless: invocation.has(.headless) || script != nil)
        if display != nil, script == nil {
            sink.record(
                "notice",
                ["text": "There is no display, so the pages get no input; use --autopilot FILE to act as the user."])
        }
        let run = JourneyRun(
            journey: journey, files: files, script: script, sink: sink, shots: shots, storeFolder: store,
            patience: .seconds(invocation.integer(.patience) ?? 30),
            connection: .seconds(invocation.integer(.patience) ?? 5), locale: invocation.value(.locale) ?? "en-GB",
            resumes: invocation.has(.resume),
            hasWindow: display == nil)
        let ended = await Task {
            try await Interruption.handled(withParent: invocation.has(.withParent)) { try await run.run() }
        }.result
        if !run.hasShownPages { await display?.close() }
        if let path = invocation.value(.trace) {
            let error: (any Error)? = if case .failure(let error) = ended { error } else { nil }
            try trace?.write(to: path, error: error)
        }
        let status = EventSink.status(of: try ended.get())
        if let path = invocation.value(.timeline) { try sink.write(to: path) }
        return status
    }
}
