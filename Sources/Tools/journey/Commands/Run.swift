import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyOpenAPITool
import JourneySandbox

extension JourneyCommand {
    static let run: Command = Command(
        "run", summary: "runs one journey interactively",
        discussion: [
            "Shows a window. Without a display, it needs --autopilot or --headless. The command starts its own sandbox,"
                + " unless --sandbox names a running one. A manifest from a file is signed with the development key; if"
                + " its URLs belong to a real bank, the sandbox simulates it with its pages and its document's examples.",
            "Errors of the pages, failed requests and what their policy blocks are printed as they happen. A page that does not"
                + " connect to the bridge is reported after 2 seconds and ends the run after 5. The sandbox's log is"
                + " sandbox.log in the folder of the state.",
            "Exit status: 0 completed, 1 cancelled or failed, 3 refused.",
        ],
        arguments: [
            Argument(
                .manifest, help: "a manifest's file or URL, or the name of a journey that the sandbox ships")
        ],
        options: [
            Option(
                .openapi, value: .file, help: "The manifest's bundle, or a document in YAML",
                defaultText: "openapi.json in its folder"),
            Option(.sandbox, "s", value: .file, help: "A file with the output of journey serve --json"),
            Option(.autopilot, "a", value: .file, help: "Act as the user with this script"),
            Option(
                .patience, value: .integer(1...600),
                help: "The time in seconds for a page to connect, and for the autopilot to find an element",
                defaultText: "5, and 30"),
            Option(.console, help: "Print the pages' console and requests as they happen, and not only their faults"),
            Option(.shots, value: .directory, help: "Write a screenshot of each step to this folder"),
            Option(.timeline, value: .file, help: "Write all events to this file, as JSON"),
            Option(.trace, value: .file, help: "Write a trace of the run to this file, for journey trace show"),
            Option(.locale, "l", value: .text("TAG"), help: "The user's language", defaultText: "en-GB"),
            Option(.resume, help: "Resume the last suspended run on this device"),
            Option(.headless, help: "Show no window even if there is a display"), Support.stateOption,
        ] + FakeBankOptions.all + OpenAPIInput.options,
        examples: [
            .init("journey run money-transfer", "Runs the shipped journey in a window."),
            .init("journey run manifest.json --autopilot person.json --shots shots", "Runs a file unattended."),
        ]
    ) { invocation in
        try WebProgram.check(for: "run")
        guard VirtualDisplay.hasScreen || invocation.value(.autopilot) != nil || invocation.has(.headless) else {
            throw CommandError.failed(
                .displayMissing,
                "There is no display, so nobody can use the pages. Act as the person with --autopilot FILE (journey new writes"
                    + " autopilot.json), show the pages without input with --headless, or set DISPLAY.")
        }
        let (journey, sandbox) = try await prepare(invocation)
        var words = ["run", journey, "--sandbox", sandbox]
        for name: OptionName in [.autopilot, .shots, .timeline, .trace] {
            if let value = invocation.value(name) { words += ["--\(name.text)", Support.absolute(value)] }
        }
        for name: OptionName in [.patience, .locale] {
            if let value = invocation.value(name) { words += ["--\(name.text)", value] }
        }
        for name: SwitchName in [.headless, .resume, .console] where invocation.has(name) {
            words.append("--\(name.text)")
        }
        if invocation.terminal.isJSON { words.append("--json") }
        if let color = invocation.value(.color) { words += ["--color", color] }
        setenv("JOURNEY_HOME", Support.home(invocation), 1)
        try WebProgram.become(words)
    }

    /// Returns the journey's ID and a file with the URLs of its servers.
    private static func prepare(_ invocation: Invocation) async throws -> (journey: String, sandbox: String) {
        let what = try invocation.required(.manifest)
        let state = try Support.state(invocation)
        if let running = invocation.value(.sandbox) {
            try FakeBankOptions.requireNone(invocation)
            return (try journeyID(what), Support.absolute(running))
        }
        var arguments = ["--state", state.directory]
        let journey: String
        if FileManager.default.fileExists(atPath: what) {
            journey = try Support.readJSON(what)["journeyId"]?.string ?? ""
            arguments += ["--journey", Support.absolute(what)]
            arguments += FakeBankOptions.arguments(invocation)
            if let upstream = invocation.value(.upstream) {
                invocation.terminal.talk(
                    "Calls go to \(upstream). Those that it doesn't answer are in \(state.directory)/sandbox.log.")
            }
            if let path = invocation.value(.openapi) {
                arguments += ["--openapi", Support.absolute(path)]
                for overlay in invocation.values(.overlay) { arguments += ["--overlay", Support.absolute(overlay)] }
            }
        } else {
            journey = what
            try FakeBankOptions.requireNone(invocation)
            guard SandboxJourneys.names.contains(what) else {
                throw Support.manifestMissing(
                    what, because: what.hasPrefix("https://") ? "; a URL requires --sandbox" : "")
            }
        }
        let sandbox = try await SandboxProcess.start(arguments, log: "\(state.directory)/sandbox.log")
        let file = "\(state.directory)/sandbox.json"
        try Support.write(sandbox.readiness.json.compactBytes, to: file)
        // The sandbox must outlive this process image, which is about to be replaced.
        sandbox.process.outliveReplacement()
        return (journey, file)
    }

    /// Returns the ID of the journey at a URL or in a file; any other argument is the ID itself.
    private static func journeyID(_ what: String) throws -> String {
        guard let address = HTTPSURL(what) else {
            guard FileManager.default.fileExists(atPath: what) else { return what }
            return try Support.readJSON(what)["journeyId"]?.string ?? ""
        }
        let parts = address.path.split(separator: "/")
        guard parts.count == 3, parts[0] == "journeys", parts[2] == "manifest.json" else {
            throw CommandError.badInput(
                .manifestMissing, "The path of a manifest URL must be /journeys/JOURNEY/manifest.json.")
        }
        return String(parts[1])
    }
}
