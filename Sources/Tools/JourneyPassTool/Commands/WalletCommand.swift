import JourneyCLI

extension PassCommands {
    static func wallet(_ picture: PagePicture?) -> Command {
        Command(
            "wallet", summary: "adds passes to a wallet on this machine, as a phone would: to try an issuer's service",
            discussion: [
                "It checks what the issuer has signed, makes a key for the account, signs, posts to the issuer's callback,"
                    + " checks the pass that comes back, keeps it, and asks to be told of updates. What a service does wrong,"
                    + " it says with a code; a device would only refuse.",
                "What a device signs is not public: this wallet signs in a form of its own, which says so.",
            ],
            examples: [
                .init("journey wallet add", "A pass of the sandbox that runs (journey serve)."),
                .init("journey wallet list", "What is in it."),
                .init("journey wallet update", "Asks for what has changed."),
            ], subcommands: [walletAdd, walletList, walletShow(picture), walletUpdate, walletRemove])
    }
}
