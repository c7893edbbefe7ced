import JourneyBase
import JourneyCLI
import JourneyHarness

extension JourneyCommand {
    static let demo: Command = Command(
        "demo", summary: "runs a flow unattended and writes a report",
        discussion: [
            "Starts the sandbox bank and a real web engine, lets the autopilot act as the user, and writes screenshots,"
                + " timeline.json and report.html. The status is 1 if any check of the flow fails.",
            "set-pin, change-pin, forgot-pin, transfer, payment, distributor-payment, qr-payment and prepaid-card run the"
                + " wallet's commands against the sandbox's wallet, and check its database.",
            "card-details shows a card of the sandbox's issuer through its card proxy, and checks that its number appears"
                + " nowhere else.",
            "wallet-pass adds a ticket of the sandbox's pass service to a wallet, bound to the user's account, and updates it.",
            "credential-sharing needs no bank: it issues a document, and a holder and a reader process connect over a"
                + " Bluetooth stack on a virtual radio, or over a local socket if that stack is not installed.",
        ],
        arguments: [
            Argument(
                .flow,
                kind: .choice(DemoPlan.all.map(\.name)), help: "the flow; money-transfer by default",
                isOptional: true)
        ],
        options: [
            Option(.list, "l", help: "List the flows and their branches"),
            Option(.branch, "b", value: .text("NAME"), help: "The branch to run", defaultText: "the first of --list"),
            Option(.locale, value: .text("TAG"), help: "The user's language", defaultText: "en-GB"),
            Option(.output, "o", value: .directory, help: "The folder for the report", defaultText: "demo-output"),
            Option(.window, "w", help: "Show the pages in a window"), Support.stateOption,
        ],
        examples: [
            .init("journey demo", "Watch a bank journey run."),
            .init("journey demo account-opening --branch hold", "Watch a bank put an application on hold."),
            .init("journey demo qr-payment --locale bn", "Watch a wallet pay, in Bengali."),
            .init("journey demo card-details", "Watch an issuer show a card."),
            .init("journey demo --list", "List the flows."),
        ]
    ) { invocation in
        let terminal = invocation.terminal
        if invocation.has(.list) {
            terminal.print(
                [
                    "flows": .array(
                        DemoPlan.all.map { flow in
                            [
                                "name": .string(flow.name), "summary": .string(flow.summary),
                                "branches": .array(
                                    flow.branches.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
                            ]
                        })
                ],
                or: TextLayout.table(
                    ["flow", "branch", "what it shows"],
                    DemoPlan.all.flatMap { flow in
                        [[flow.name, "", flow.summary]] + flow.branches.map { ["", $0.name, $0.summary] }
                    }, style: terminal.style))
            return .done
        }
        let name = invocation.argument(.flow) ?? "money-transfer"
        guard let flow = DemoPlan.all.first(where: { $0.name == name }) else { return .badInput }
        let ending = try await play(flow, invocation)
        if terminal.isJSON { terminal.json(ending.json) }
        return ending.status
    }

    /// Runs the named branch, or the first one. An interruption ends it in an orderly way.
    private static func play(_ flow: DemoPlan, _ invocation: Invocation) async throws -> DemoRun.Ending {
        let word = invocation.value(.branch)
        guard let branch = flow.branches.first(where: { word == nil || $0.name == word }) else {
            throw CommandError.badInput(
                .branchUnknown,
                "\(flow.name) has no branch with this name; use one of \(flow.branches.map(\.name).joined(separator: ", "))."
            )
        }
        let setting = try DemoSetting(invocation)
        return try await Interruption.handled { try await branch.run(setting) }
    }
}
