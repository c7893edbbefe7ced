import JourneyBase
import JourneyCLI
import JourneyHarness

extension JourneyCommand {
    static let demo: Command = Command(
        "demo", summary: "runs a flow unattended and leaves a report",
        discussion: [
            "Starts the sandbox bank and a real web engine, lets the autopilot play a person, and leaves pictures,"
                + " timeline.json and report.html. Status 1 when anything that the flow promises does not hold."
        ],
        arguments: [
            Argument(
                "FLOW", kind: .choice(DemoFlow.all.map(\.name)), help: "which one; money-transfer without it",
                isOptional: true)
        ],
        options: [
            Option("list", "l", help: "Name the flows"),
            Option("output", "o", value: .directory, help: "Where to leave the report", defaultText: "demo-output"),
            Option("window", "w", help: "Show the pages on this display"), Support.stateOption,
        ],
        examples: [.init("journey demo", "Watch a bank journey run."), .init("journey demo --list", "Name the flows.")]
    ) { invocation in
        let terminal = invocation.terminal
        if invocation.has("list") {
            terminal.print(
                [
                    "flows": .array(
                        DemoFlow.all.map { ["name": .string($0.name), "summary": .string($0.summary)] })
                ],
                or: TextLayout.table(
                    ["flow", "what it shows"], DemoFlow.all.map { [$0.name, $0.summary] }, style: terminal.style))
            return .done
        }
        let name = invocation.argument("FLOW") ?? "money-transfer"
        guard let flow = DemoFlow.all.first(where: { $0.name == name }) else { return .badInput }
        let run = DemoRun(
            flow: flow, folder: try DemoFolder(Support.absolute(invocation.value("output") ?? "demo-output")),
            stateFolder: Support.stateFolder(invocation), terminal: terminal, showsWindow: invocation.has("window"))
        let ending = try await Interruption.handled { try await run.run() }
        if terminal.isJSON { terminal.json(ending.json) }
        return ending.status
    }
}
