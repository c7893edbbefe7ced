import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneySandbox

extension JourneyCommand {
    static let dev: Command = Command(
        "dev", summary: "what development needs", subcommands: [devCerts])

    static let devCerts: Command = Command(
        "certs", summary: "makes or renews the throw-away authority, the sandbox's certificate and the signing key",
        discussion: [
            "The authority can only vouch for names below localhost. Clients trust it because their configuration names"
                + " and pins it; nothing is added to the system's trust."
        ],
        options: [
            Option("renew", help: "Make the certificates anew even when they are good"), Support.stateOption,
        ]
    ) { invocation in
        let state = try Support.state(invocation, renew: invocation.has("renew"))
        let terminal = invocation.terminal
        guard !terminal.isJSON else {
            terminal.json([
                "directory": .string(state.directory), "made": .array(state.made.map { .string($0) }),
                "pin": .string(state.server.pin), "keyId": .string(state.keyID),
                "authorityNotAfter": .string(Support.date(state.authority.notAfter)),
                "serverNotAfter": .string(Support.date(state.server.notAfter)), "keys": state.manifestKeys.json,
            ])
            return .done
        }
        terminal.talk(state.made.isEmpty ? "Nothing to make." : "Made: \(state.made.joined(separator: ", "))")
        terminal.data(
            TextLayout.table(
                ["what", "file", "good until"],
                [
                    ["authority", "\(state.directory)/authority.pem", Support.date(state.authority.notAfter)],
                    ["certificate", "\(state.directory)/server.pem", Support.date(state.server.notAfter)],
                    ["signing key", "\(state.directory)/manifest-key.pem", "you replace it"],
                ], style: terminal.style))
        terminal.data("pin     \(state.server.pin)\nkey id  \(state.keyID)")
        return .done
    }
}
