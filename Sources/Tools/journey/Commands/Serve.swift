import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import JourneyLanguage
import JourneySandbox
import JourneyServer

extension JourneyCommand {
    static let serve: Command = Command(
        "serve", summary: "runs the sandbox: a gateway with signed manifests, and a bank",
        discussion: [
            "Both speak HTTPS on loopback, under the throw-away authority. With --json it prints one line once it answers:"
                + " addresses, authority, pins and keys. It runs until it is stopped."
        ],
        options: [
            Option(
                "port", "p", value: .integer(0...65_535), help: "The gateway's port; 0 takes a free one",
                defaultText: "0"),
            Option("bank-port", value: .integer(0...65_535), help: "The bank's port", defaultText: "0"),
            Option("database", "d", value: .file, help: "Where the bank keeps its books", defaultText: "in memory"),
            Option("journey", "j", value: .file, help: "Serve this manifest too, signed with the development key"),
            Option("openapi", value: .file, help: "Its bundle", defaultText: "openapi.json beside it"),
            Option("faults", value: .file, help: "Misbehave as this file says"),
            Option("with-parent", help: "Stop when standard input ends"), Support.stateOption,
        ],
        examples: [
            .init("journey serve --port 8443", "Serves until Ctrl-C."),
            .init("journey serve --faults faults.json", "Serves as a bank on a bad day; docs/sandbox.md."),
        ]
    ) { invocation in
        let state = try Support.state(invocation)
        var options = SandboxOptions(
            gatewayIdentity: state.server, bankIdentity: state.server, authorityPEM: state.authority.certificatePEM,
            authorityPin: state.authority.pin, manifestKey: state.manifestKey, keyID: state.keyID,
            rootKey: state.rootKey, remoteKey: state.remoteKey, signInKey: state.signInKey,
            contextToken: state.contextToken)
        options.keySet = state.keySet
        options.gatewayPort = invocation.integer("port") ?? 0
        options.bankPort = invocation.integer("bank-port") ?? 0
        let database = invocation.value("database").map(Support.absolute)
        if let database { options.database = .file(database) }
        // Devices keep their keys, and may make three a day: they are known again.
        options.devices = .file("\(state.directory)/devices.sqlite")
        if let path = invocation.value("journey") {
            let bundle = invocation.value("openapi") ?? Support.sibling("openapi.json", of: path)
            options.journeys = [(try Support.readJSON(path), try Support.readJSON(bundle))]
        }
        if let path = invocation.value("faults") {
            options.faults = try FaultPlan(reading: Support.read(path), name: path)
        }
        let server = try await SandboxServer.start(options)
        let readiness = SandboxReadiness(
            gateway: server.gateway, bank: server.bank, authorityPEM: server.authorityPEM, pins: server.pins,
            anchor: server.anchor.json, remoteKeys: server.remoteKeys.json,
            signInKeys: server.signInKeys.json, database: database,
            contextTokenFile: "\(state.directory)/context-token")
        announce(readiness, invocation.terminal)
        _ = try await Interruption.handled(withParent: invocation.has("with-parent")) { await Interruption.wait() }
        await server.stop()
        return .done
    }

    private static func announce(_ readiness: SandboxReadiness, _ terminal: JourneyCLI.Terminal) {
        terminal.print(
            readiness.json,
            or: """
                gateway   \(readiness.gateway)
                bank      \(readiness.bank)
                manifest  \(readiness.gateway)/journeys/money-transfer/manifest.json
                books     \(readiness.database ?? "in memory")
                """)
        terminal.talk("The sandbox answers. Stop it with Ctrl-C.")
    }
}
