import JourneyBase
import JourneyCLI
import JourneyHarness

extension JourneyCommand {
    static let demo: Command = Command(
        "demo", summary: "runs a flow unattended and leaves a report",
        discussion: [
            "Starts the sandbox bank and a real web engine, lets the autopilot play a person, and leaves pictures,"
                + " timeline.json and report.html. Status 1 when anything that the flow promises does not hold.",
            "set-pin, change-pin, forgot-pin, transfer, payment, distributor-payment, qr-payment and prepaid-card run the"
                + " wallet's commands against the sandbox's wallet, and look into its books.",
            "card-details shows a card of the sandbox's issuer through its card proxy, and looks for its number where it must"
                + " not be.",
            "wallet-pass adds a ticket of the sandbox's pass service to a wallet, bound to its holder's account, and changes it.",
            "credential-sharing needs no bank: it issues a document, and a holder and a reader, each a process, meet over a"
                + " Bluetooth stack on a virtual air, or over the link of this machine where that is not installed.",
        ],
        arguments: [
            Argument(
                .flow,
                kind: .choice(DemoPlan.all.map(\.name)), help: "which one; money-transfer without it",
                isOptional: true)
        ],
        options: [
            Option(.list, "l", help: "Name the flows"),
            Option(.branch, "b", value: .text("NAME"), help: "Which way it goes", defaultText: "the first of --list"),
            Option(.locale, value: .text("TAG"), help: "The person's language", defaultText: "en-GB"),
            Option(.output, "o", value: .directory, help: "Where to leave the report", defaultText: "demo-output"),
            Option(.window, "w", help: "Show the pages on this display"), Support.stateOption,
        ],
        examples: [
            .init("journey demo", "Watch a bank journey run."),
            .init("journey demo account-opening --branch hold", "Watch a bank take its time."),
            .init("journey demo qr-payment --locale bn", "Watch a wallet pay, in Bengali."),
            .init("journey demo card-details", "Watch a card being shown by its issuer."),
            .init("journey demo --list", "Name the flows."),
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

    /// Plays the branch that was named, or the first. An interruption ends it in order.
    private static func play(_ flow: DemoPlan, _ invocation: Invocation) async throws -> DemoRun.Ending {
        let word = invocation.value(.branch)
        guard let branch = flow.branches.first(where: { word == nil || $0.name == word }) else {
            throw CommandError.badInput(
                "BRANCH_UNKNOWN",
                "\(flow.name) has no such branch; it has \(flow.branches.map(\.name).joined(separator: ", ")).")
        }
        let setting = try DemoSetting(invocation)
        return try await Interruption.handled { try await branch.run(setting) }
    }
}
