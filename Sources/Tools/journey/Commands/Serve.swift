import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import JourneyLanguage
import JourneyOpenAPITool
import JourneySandbox
import JourneyServer
import SandboxServices

extension JourneyCommand {
    static let serve: Command = Command(
        "serve",
        summary: "runs the sandbox: a gateway with signed manifests, a bank, a wallet, a card issuer, a pass service",
        discussion: [
            "All use HTTPS on loopback, with certificates of the development CA. With --json it prints one line when ready:"
                + " URLs, CA, pins and keys. It runs until it is stopped.",
            "Codes that the wallet sends are written to its inbox, and to standard error without --json. journey pin, pay,"
                + " transfer and card use the sandbox that was started last.",
            "The gateway is also the card proxy. The configuration of a separate one, for journey gateway, is"
                + " written to the state folder.",
        ],
        options: [
            Option(
                .port, "p", value: .integer(0...65_535), help: "The gateway's port; 0 selects a free one",
                defaultText: "0"),
            Option(.bankPort, value: .integer(0...65_535), help: "The bank's port", defaultText: "0"),
            Option(.database, "d", value: .file, help: "The bank's database", defaultText: "in memory"),
            Option(.walletPort, value: .integer(0...65_535), help: "The wallet's port", defaultText: "0"),
            Option(
                .walletDatabase, value: .file, help: "The wallet's database", defaultText: "in memory"),
            Option(
                .inbox, value: .file, help: "The file for the wallet's text messages",
                defaultText: "wallet-inbox in the state folder"),
            Option(.journey, "j", value: .file, help: "Also serve this manifest, signed with the development key"),
            Option(.openapi, value: .file, help: "Its bundle", defaultText: "openapi.json in its folder"),
            Option(.faults, value: .file, help: "Inject the faults that this file describes"),
            Option(.withParent, help: "Stop when standard input ends"), Support.stateOption,
        ] + FakeBankOptions.all + OpenAPIInput.options + ServedCards.options + ServedPasses.options,
        examples: [
            .init("journey serve --port 8443", "Serves until Ctrl-C."),
            .init("journey serve --faults faults.json", "Serves with faults; see docs/reference/sandbox.md."),
        ]
    ) { invocation in
        let state = try Support.state(invocation)
        var options = SandboxOptions(state)
        options.gatewayPort = invocation.integer(.port) ?? 0
        options.bankPort = invocation.integer(.bankPort) ?? 0
        let database = invocation.value(.database).map(Support.absolute)
        if let database { options.database = .file(database) }
        // Devices keep their keys between runs and may enrol three a day, so the sandbox must recognize them.
        options.devices = .file("\(state.directory)/devices.sqlite")
        if let path = invocation.value(.journey) {
            let bundle = Support.document(invocation.value(.openapi), beside: path)
            let (manifest, document) = (try Support.readJSON(path), try openAPI(bundle, for: path, invocation))
            if FakeBank.Journey.isOwn(manifest) {
                options.fakeBanks = [try await FakeBankOptions.journey((path, manifest), document, invocation)]
            } else {
                try FakeBankOptions.requireNone(invocation)
                options.journeys = [(manifest, document)]
            }
        } else {
            try FakeBankOptions.requireNone(invocation)
        }
        if let path = invocation.value(.faults) {
            options.faults = try FaultPlan(reading: Support.read(path), name: path)
        }
        let wallet = try state.wallet()
        let inbox = try WalletInbox(
            invocation.value(.inbox).map(Support.absolute) ?? wallet.inboxFile, terminal: invocation.terminal)
        var walletOptions = WalletServer.Options(
            key: wallet.key, credentials: wallet.credentials, identity: state.server)
        walletOptions.port = invocation.integer(.walletPort) ?? 0
        let walletBooks = invocation.value(.walletDatabase).map(Support.absolute)
        if let walletBooks { walletOptions.database = .file(walletBooks) }
        walletOptions.deliver = inbox.append
        options.wallet = walletOptions
        let cards = try ServedCards(invocation, in: state)
        try cards.add(to: &options, invocation)
        let passes = try await ServedPasses(invocation, state, into: &options)
        let server = try await SandboxServer.start(options)
        let readiness = SandboxReadiness(
            gateway: server.gateway, bank: server.bank, authorityPEM: server.authorityPEM, pins: server.pins,
            anchor: server.anchor.json, remoteKeys: server.remoteKeys.json,
            signInKeys: server.signInKeys.json, database: database,
            contextTokenFile: "\(state.directory)/context-token",
            wallet: server.wallet.map { describe(wallet, at: $0, inbox: inbox.path, books: walletBooks) },
            cards: try cards.describe(server.cards), passes: server.passes.map(passes.readiness))
        let isChild = invocation.has(.withParent)
        // A sandbox started by another program must not be found by other commands.
        let notice = try isChild ? nil : RunningSandbox(readiness, in: state.directory)
        announce(readiness, invocation.terminal)
        _ = try await Interruption.handled(withParent: isChild) { await Interruption.wait() }
        notice?.remove()
        await server.stop()
        return .done
    }

    private static func openAPI(
        _ path: String, for manifest: String, _ invocation: Invocation
    ) throws -> JSONValue {
        let input = try Support.openAPI(path, for: try Support.read(manifest), invocation)
        do throws(JSONReadError) {
            return try JSONReader.read(input.bytes, limits: .openAPIBundle)
        } catch {
            throw CommandError(.badInput, code: error.reason.rawValue, "\(path) is not valid JSON: \(error).")
        }
    }

    private static func describe(
        _ wallet: DevelopmentWallet, at address: HTTPSURL, inbox: String, books: String?
    ) -> WalletReadiness {
        WalletReadiness(
            address: address, publicKeyFile: wallet.publicKeyFile, publicKeyDERFile: wallet.publicKeyDERFile,
            clientID: Wallet.client, clientSecretFile: wallet.clientSecretFile, inboxFile: inbox, database: books,
            customers: WalletUser.all.map {
                WalletReadiness.Customer(id: $0.id, phone: $0.phone, wTokenFile: wallet.wTokenFiles[$0.id] ?? "")
            })
    }

    private static func announce(_ readiness: SandboxReadiness, _ terminal: JourneyCLI.Terminal) {
        terminal.print(
            readiness.json,
            or: """
                gateway   \(readiness.gateway)
                bank      \(readiness.bank)
                manifest  \(readiness.gateway)/journeys/money-transfer/manifest.json
                database  \(readiness.database ?? "in memory")
                wallet    \(readiness.wallet.map { "\($0.address)" } ?? "none")
                inbox     \(readiness.wallet?.inboxFile ?? "none")
                issuer    \(readiness.cards.map { "\($0.api)" } ?? "none")
                vault     \(readiness.cards.map { "\($0.script)" } ?? "none")
                card      \(readiness.cards?.cards.first.map { "journey card show \($0.label)" } ?? "none")
                passes    \(readiness.passes.map { "\($0.address)" } ?? "none")
                tags      \(readiness.passes?.tags.joined(separator: ", ") ?? "none")
                proxy     the gateway, or journey gateway --config \(readiness.cards?.gatewayFile ?? "FILE")
                """)
        terminal.talk("The sandbox is ready. Stop it with Ctrl-C.")
    }
}
