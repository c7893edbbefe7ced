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
            Option("branch", "b", value: .text("NAME"), help: "Which way it goes", defaultText: "the first of --list"),
            Option("locale", value: .text("TAG"), help: "The person's language", defaultText: "en-GB"),
            Option("output", "o", value: .directory, help: "Where to leave the report", defaultText: "demo-output"),
            Option("window", "w", help: "Show the pages on this display"), Support.stateOption,
        ],
        examples: [
            .init("journey demo", "Watch a bank journey run."),
            .init("journey demo account-opening --branch hold", "Watch a bank take its time."),
            .init("journey demo --list", "Name the flows."),
        ]
    ) { invocation in
        let terminal = invocation.terminal
        if invocation.has("list") {
            terminal.print(
                [
                    "flows": .array(
                        DemoFlow.all.map { flow in
                            [
                                "name": .string(flow.name), "summary": .string(flow.summary),
                                "branches": .array(
                                    flow.branches.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
                            ]
                        })
                ],
                or: TextLayout.table(
                    ["flow", "branch", "what it shows"],
                    DemoFlow.all.flatMap { flow in
                        [[flow.name, "", flow.summary]] + flow.branches.map { ["", $0.name, $0.summary] }
                    }, style: terminal.style))
            return .done
        }
        let name = invocation.argument("FLOW") ?? "money-transfer"
        guard let flow = DemoFlow.all.first(where: { $0.name == name }) else { return .badInput }
        let word = invocation.value("branch") ?? flow.branches.first?.name
        guard let branch = flow.branches.first(where: { $0.name == word }) else {
            throw CommandFailure(
                .badInput, code: "BRANCH_UNKNOWN",
                "\(name) has no such branch; it has \(flow.branches.map(\.name).joined(separator: ", ")).")
        }
        let run = DemoRun(
            flow: flow, branch: branch,
            folder: try DemoFolder(Support.absolute(invocation.value("output") ?? "demo-output")),
            stateFolder: Support.stateFolder(invocation), terminal: terminal, showsWindow: invocation.has("window"),
            locale: invocation.value("locale") ?? "en-GB")
        let ending = try await Interruption.handled { try await run.run() }
        if terminal.isJSON { terminal.json(ending.json) }
        return ending.status
    }
}
