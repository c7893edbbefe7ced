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
                "FLOW",
                kind: .choice(
                    DemoFlow.all.map(\.name) + WalletFlow.all.map(\.name)
                        + [CardDemo.name, PassDemo.name, SharingDemo.name]),
                help: "which one; money-transfer without it",
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
            .init("journey demo qr-payment --locale bn", "Watch a wallet pay, in Bengali."),
            .init("journey demo card-details", "Watch a card being shown by its issuer."),
            .init("journey demo --list", "Name the flows."),
        ]
    ) { invocation in
        let terminal = invocation.terminal
        if invocation.has("list") {
            terminal.print(
                [
                    "flows": .array(
                        listed.map { flow in
                            [
                                "name": .string(flow.name), "summary": .string(flow.summary),
                                "branches": .array(
                                    flow.branches.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
                            ]
                        })
                ],
                or: TextLayout.table(
                    ["flow", "branch", "what it shows"],
                    listed.flatMap { flow in
                        [[flow.name, "", flow.summary]] + flow.branches.map { ["", $0.name, $0.summary] }
                    }, style: terminal.style))
            return .done
        }
        let name = invocation.argument("FLOW") ?? "money-transfer"
        if name == SharingDemo.name {
            let ending = try await sharing(invocation)
            if terminal.isJSON { terminal.json(ending.json) }
            return ending.status
        }
        if name == CardDemo.name {
            let ending = try await card(invocation)
            if terminal.isJSON { terminal.json(ending.json) }
            return ending.status
        }
        if name == PassDemo.name {
            let ending = try await pass(invocation)
            if terminal.isJSON { terminal.json(ending.json) }
            return ending.status
        }
        if let flow = WalletFlow.all.first(where: { $0.name == name }) {
            let ending = try await wallet(flow, invocation)
            if terminal.isJSON { terminal.json(ending.json) }
            return ending.status
        }
        guard let flow = DemoFlow.all.first(where: { $0.name == name }) else { return .badInput }
        let word = invocation.value("branch") ?? flow.branches.first?.name
        guard let branch = flow.branches.first(where: { $0.name == word }) else {
            throw unknownBranch(of: name, flow.branches.map(\.name))
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

    private typealias Listed = (name: String, summary: String, branches: [(name: String, summary: String)])

    /// What can be run, with its branches.
    private static var listed: [Listed] {
        DemoFlow.all.map { flow in (flow.name, flow.summary, flow.branches.map { ($0.name, $0.summary) }) }
            + WalletFlow.all.map { flow in (flow.name, flow.summary, flow.branches.map { ($0.name, $0.summary) }) }
            + [(CardDemo.name, CardDemo.summary, CardBranch.all.map { ($0.name, $0.summary) })]
            + [(PassDemo.name, PassDemo.summary, PassDemo.branches.map { ($0.name, $0.summary) })]
            + [(SharingDemo.name, SharingDemo.summary, SharingDemo.branches.map { ($0.name, $0.summary) })]
    }

    private static func unknownBranch(of flow: String, _ branches: [String]) -> CommandFailure {
        CommandFailure(
            .badInput, code: "BRANCH_UNKNOWN",
            "\(flow) has no such branch; it has \(branches.joined(separator: ", ")).")
    }

    private static func wallet(_ flow: WalletFlow, _ invocation: Invocation) async throws -> DemoRun.Ending {
        let word = invocation.value("branch") ?? flow.branches.first?.name
        guard let branch = flow.branches.first(where: { $0.name == word }) else {
            throw unknownBranch(of: flow.name, flow.branches.map(\.name))
        }
        let demo = WalletDemo(
            flow: flow, branch: branch,
            folder: try DemoFolder(Support.absolute(invocation.value("output") ?? "demo-output")),
            stateFolder: Support.stateFolder(invocation), terminal: invocation.terminal,
            locale: invocation.value("locale") ?? "en-GB")
        return try await Interruption.handled { try await demo.run() }
    }

    private static func card(_ invocation: Invocation) async throws -> DemoRun.Ending {
        let word = invocation.value("branch") ?? CardBranch.all.first?.name
        guard let branch = CardBranch.all.first(where: { $0.name == word }) else {
            throw unknownBranch(of: CardDemo.name, CardBranch.all.map(\.name))
        }
        let demo = CardDemo(
            branch: branch, folder: try DemoFolder(Support.absolute(invocation.value("output") ?? "demo-output")),
            stateFolder: Support.stateFolder(invocation), terminal: invocation.terminal,
            locale: invocation.value("locale") ?? "en-GB")
        return try await Interruption.handled { try await demo.run() }
    }

    private static func pass(_ invocation: Invocation) async throws -> DemoRun.Ending {
        let word = invocation.value("branch") ?? PassDemo.branches.first?.name
        guard let branch = PassDemo.branches.first(where: { $0.name == word }) else {
            throw unknownBranch(of: PassDemo.name, PassDemo.branches.map(\.name))
        }
        let demo = PassDemo(
            branch: branch, folder: try DemoFolder(Support.absolute(invocation.value("output") ?? "demo-output")),
            stateFolder: Support.stateFolder(invocation), terminal: invocation.terminal,
            locale: invocation.value("locale") ?? "en-GB")
        return try await Interruption.handled { try await demo.run() }
    }

    private static func sharing(_ invocation: Invocation) async throws -> DemoRun.Ending {
        let word = invocation.value("branch") ?? SharingDemo.branches.first?.name
        guard let branch = SharingDemo.branches.first(where: { $0.name == word }) else {
            throw unknownBranch(of: SharingDemo.name, SharingDemo.branches.map(\.name))
        }
        let demo = SharingDemo(
            branch: branch, folder: try DemoFolder(Support.absolute(invocation.value("output") ?? "demo-output")),
            terminal: invocation.terminal, locale: invocation.value("locale") ?? "en-GB")
        return try await Interruption.handled { try await demo.run() }
    }
}
