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
                kind: .choice(
                    DemoFlow.all.map(\.name) + WalletFlow.all.map(\.name)
                        + [CardDemo.name, PassDemo.name, SharingDemo.name]),
                help: "which one; money-transfer without it",
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
        let name = invocation.argument(.flow) ?? "money-transfer"
        let ending: DemoRun.Ending
        switch name {
        case SharingDemo.name:
            ending = try await play(name, SharingDemo.branches, \.name, invocation) { branch, setting in
                try await SharingDemo(
                    branch: branch, folder: setting.folder, terminal: setting.terminal, locale: setting.locale
                ).run()
            }
        case CardDemo.name:
            ending = try await play(name, CardBranch.all, \.name, invocation) { branch, setting in
                try await CardDemo(
                    branch: branch, folder: setting.folder, stateFolder: setting.stateFolder,
                    terminal: setting.terminal, locale: setting.locale
                ).run()
            }
        case PassDemo.name:
            ending = try await play(name, PassBranch.all, \.name, invocation) { branch, setting in
                try await PassDemo(
                    branch: branch, folder: setting.folder, stateFolder: setting.stateFolder,
                    terminal: setting.terminal, locale: setting.locale
                ).run()
            }
        default:
            if let flow = WalletFlow.all.first(where: { $0.name == name }) {
                ending = try await play(name, flow.branches, \.name, invocation) { branch, setting in
                    try await WalletDemo(
                        flow: flow, branch: branch, folder: setting.folder, stateFolder: setting.stateFolder,
                        terminal: setting.terminal, locale: setting.locale
                    ).run()
                }
            } else {
                guard let flow = DemoFlow.all.first(where: { $0.name == name }) else { return .badInput }
                let showsWindow = invocation.has(.window)
                ending = try await play(name, flow.branches, \.name, invocation) { branch, setting in
                    try await DemoRun(
                        flow: flow, branch: branch, folder: setting.folder, stateFolder: setting.stateFolder,
                        terminal: setting.terminal, showsWindow: showsWindow, locale: setting.locale
                    ).run()
                }
            }
        }
        if terminal.isJSON { terminal.json(ending.json) }
        return ending.status
    }

    /// What every demo is told.
    private struct Setting: Sendable {
        let folder: DemoFolder
        let stateFolder: String
        let terminal: JourneyCLI.Terminal
        let locale: String

        init(_ invocation: Invocation) throws {
            folder = try DemoFolder(Support.absolute(invocation.value(.output) ?? "demo-output"))
            stateFolder = Support.stateFolder(invocation)
            terminal = invocation.terminal
            locale = invocation.value(.locale) ?? "en-GB"
        }
    }

    private typealias Listed = (name: String, summary: String, branches: [(name: String, summary: String)])

    /// What can be run, with its branches.
    private static var listed: [Listed] {
        DemoFlow.all.map { flow in (flow.name, flow.summary, flow.branches.map { ($0.name, $0.summary) }) }
            + WalletFlow.all.map { flow in (flow.name, flow.summary, flow.branches.map { ($0.name, $0.summary) }) }
            + [(CardDemo.name, CardDemo.summary, CardBranch.all.map { ($0.name, $0.summary) })]
            + [(PassDemo.name, PassDemo.summary, PassBranch.all.map { ($0.name, $0.summary) })]
            + [(SharingDemo.name, SharingDemo.summary, SharingDemo.branches.map { ($0.name, $0.summary) })]
    }

    /// Plays the branch that the command line names; without one, the first.
    private static func play<Branch: Sendable>(
        _ flow: String, _ branches: [Branch], _ name: (Branch) -> String, _ invocation: Invocation,
        _ run: @escaping @Sendable (Branch, Setting) async throws -> DemoRun.Ending
    ) async throws -> DemoRun.Ending {
        let word = invocation.value(.branch)
        guard let branch = branches.first(where: { word == nil || name($0) == word }) else {
            throw CommandFailure(
                .badInput, code: "BRANCH_UNKNOWN",
                "\(flow) has no such branch; it has \(branches.map(name).joined(separator: ", ")).")
        }
        let setting = try Setting(invocation)
        return try await Interruption.handled { try await run(branch, setting) }
    }
}
