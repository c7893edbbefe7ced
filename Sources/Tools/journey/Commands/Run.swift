import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneySandbox

extension JourneyCommand {
    static let run: Command = Command(
        "run", summary: "runs one journey, with you as the person",
        discussion: [
            "Shows a window where there is a display and runs headless otherwise. A sandbox of its own serves the journey,"
                + " unless --sandbox names one that runs already. A manifest from a file is signed with the development key; where"
                + " its addresses are a bank's own, the sandbox plays that bank: with its pages, and its document's examples.",
            "Status 0 when the journey completed, 1 when it was cancelled or something broke, 3 when it was refused.",
        ],
        arguments: [
            Argument(
                .manifest, help: "a manifest's file or address, or the name of a journey that the sandbox ships")
        ],
        options: [
            Option(.openapi, value: .file, help: "The manifest's bundle", defaultText: "openapi.json beside it"),
            Option(.pages, value: .directory, help: "The manifest's pages", defaultText: "pages beside it"),
            Option(.sandbox, "s", value: .file, help: "What journey serve --json printed"),
            Option(.autopilot, "a", value: .file, help: "Plays the person, as this script says"),
            Option(
                .patience, value: .integer(1...600), help: "Seconds that the autopilot waits for a page",
                defaultText: "30"),
            Option(.shots, value: .directory, help: "Write a picture of each step here"),
            Option(.timeline, value: .file, help: "Write all events here, as JSON"),
            Option(.locale, "l", value: .text("TAG"), help: "The person's language", defaultText: "en-GB"),
            Option(.resume, help: "Go on with the run that was left last on this device"),
            Option(.headless, help: "Show no window even where there is a display"), Support.stateOption,
        ],
        examples: [
            .init("journey run money-transfer", "Runs the shipped journey in a window."),
            .init("journey run manifest.json --autopilot person.json --shots shots", "Runs a file, unattended."),
        ]
    ) { invocation in
        try WebProgram.check(for: "run")
        let (journey, sandbox) = try await prepare(invocation)
        var words = ["run", journey, "--sandbox", sandbox]
        for name: OptionName in [.autopilot, .shots, .timeline] {
            if let value = invocation.value(name) { words += ["--\(name.text)", Support.absolute(value)] }
        }
        for name: OptionName in [.patience, .locale] {
            if let value = invocation.value(name) { words += ["--\(name.text)", value] }
        }
        for name: SwitchName in [.headless, .resume] where invocation.has(name) { words.append("--\(name.text)") }
        if invocation.terminal.isJSON { words.append("--json") }
        if let color = invocation.value(.color) { words += ["--color", color] }
        setenv("JOURNEY_HOME", Support.home(invocation), 1)
        try WebProgram.become(words)
    }

    /// The journey's id, and a file that says where its servers are.
    private static func prepare(_ invocation: Invocation) async throws -> (journey: String, sandbox: String) {
        let what = try invocation.required(.manifest)
        let state = try Support.state(invocation)
        if let running = invocation.value(.sandbox) {
            return (try journeyID(what), Support.absolute(running))
        }
        var arguments = ["--state", state.directory]
        let journey: String
        if FileManager.default.fileExists(atPath: what) {
            journey = try Support.readJSON(what)["journeyId"]?.string ?? ""
            arguments += ["--journey", Support.absolute(what)]
            for name: OptionName in [.openapi, .pages] {
                if let value = invocation.value(name) { arguments += ["--\(name.text)", Support.absolute(value)] }
            }
        } else {
            journey = what
            guard SandboxJourneys.names.contains(what) else {
                let hint =
                    what.hasPrefix("https://") ? "an address needs --sandbox, what journey serve --json printed" : ""
                throw CommandError.badInput(
                    "MANIFEST_MISSING",
                    "There is neither a file nor a shipped journey ‘\(what)’\(hint.isEmpty ? "" : "; \(hint)").")
            }
        }
        let sandbox = try await SandboxProcess.start(arguments, log: "/dev/null")
        let file = "\(state.directory)/sandbox.json"
        try Support.write(sandbox.readiness.json.compactBytes, to: file)
        // The sandbox lives as long as the program that this process becomes.
        sandbox.process.outliveReplacement()
        return (journey, file)
    }

    /// The journey that an address or a file names, or the word itself.
    private static func journeyID(_ what: String) throws -> String {
        guard let address = HTTPSURL(what) else {
            guard FileManager.default.fileExists(atPath: what) else { return what }
            return try Support.readJSON(what)["journeyId"]?.string ?? ""
        }
        let parts = address.path.split(separator: "/")
        guard parts.count == 3, parts[0] == "journeys", parts[2] == "manifest.json" else {
            throw CommandError.badInput("MANIFEST_MISSING", "An address ends in /journeys/JOURNEY/manifest.json.")
        }
        return String(parts[1])
    }
}
