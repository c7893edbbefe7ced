package import JourneyCLI

/// The commands `pass` and `wallet`: build and inspect passes of Apple Wallet, and use a wallet to test an issuer's service.
package enum PassCommands {
    package static let all = commands(picture: nil)

    /// Returns the commands. With `picture`, from a program that can render pages, they can draw passes.
    package static func commands(picture: PagePicture?) -> [Command] {
        [pass(picture), wallet(picture)]
    }

    static func pass(_ picture: PagePicture?) -> Command {
        Command(
            "pass", summary: "makes, checks and shows passes for Apple Wallet",
            discussion: [
                "A template is a folder with a pass.json and pictures; build fills it in and signs it with a pass-type"
                    + " certificate. Wallet refuses a pass without saying why: build and verify say it, each mistake in a"
                    + " sentence with its code.",
                "Without Apple, journey dev certs --pass-type makes a certificate of a stand-in, which no device believes.",
            ],
            examples: [
                .init("journey pass new ticket --style eventTicket", "A template to begin with."),
                .init("journey dev certs --pass-type pass.com.example.ticket", "A certificate to try it with."),
                .init("journey pass build ticket -o ticket.pkpass", "The pass."),
                .init("journey pass show ticket.pkpass --picture ticket.png", "What it looks like."),
            ], subcommands: [newTemplate, build, verify, show(picture)])
    }
}
