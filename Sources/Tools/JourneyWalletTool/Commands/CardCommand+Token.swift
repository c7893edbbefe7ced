import JourneyBase
import JourneyCLI

extension WalletCommands {
    static let cardToken = Command(
        "token",
        summary: "prints the configuration for an app that shows a card of the sandbox, with its holder's token",
        discussion: [
            "The card.json of examples/PartnerDemoApp: gateway, vault, card, user, authorityPem and token. The token lets anyone"
                + " act for the holder for five minutes; --output writes a file that only its owner can read.",
            SandboxCard.names, "Status 0: made. 1: the file cannot be written. 2: input that cannot be used.",
        ],
        arguments: [SandboxCard.argument],
        options: SandboxCard.options + [
            Option(.output, "o", value: .file, help: "Write here", defaultText: "standard output")
        ],
        examples: [
            .init("journey card token everyday --output card.json", "For the demo app's folder."),
            .init("journey card token everyday --json | jq -r .token", "The token alone."),
        ]
    ) { invocation in
        let card = try SandboxCard(invocation)
        let token = try await card.userToken()
        let settings: JSONValue = [
            "gateway": .string("\(card.gateway)"), "vault": .string("\(card.vault)"), "card": .string(card.card),
            "user": .string(card.user), "authorityPem": .string(card.authorityPEM), "token": .string(token.text),
        ]
        if let path = invocation.value(.output) {
            try WholeFile.write(settings.compactBytes + [UInt8(ascii: "\n")], to: path, isPrivate: true)
            invocation.terminal.talk("Wrote \(path). Its token is valid for five minutes.")
            if invocation.terminal.isJSON { invocation.terminal.json(["file": .string(path)]) }
        } else {
            invocation.terminal.json(settings)
        }
        return .done
    }
}
