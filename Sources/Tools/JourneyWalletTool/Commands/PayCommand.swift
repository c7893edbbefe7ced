import CashBaba
import JourneyCLI
import JourneyHarness

extension WalletCommands {
    static func pay(_ drawing: ScreenDrawing.Maker?) -> Command {
        let reference = Argument(
            .reference, kind: .text("REFERENCE"), help: "the payment's reference, given by the shop")
        return Command(
            "pay", summary: "pays out of a wallet",
            subcommands: [
                WalletHelp.command(
                    "qr",
                    summary: "pays a QR code's order, with a code and, if required, a face check",
                    arguments: [reference],
                    options: [
                        Option(
                            .faces, value: .file,
                            help: "Pictures for the face check, PNG or JPEG: one smiles, one blinks",
                            names: ["SMILE", "BLINK"])
                    ],
                    examples: [
                        .init(
                            "journey pay qr QR-1", "Asks for the code, and checks the status before it reports success."
                        ),
                        .init("journey pay qr QR-FACE --faces smile.jpg blink.jpg", "With a face check."),
                    ], drawing
                ) { invocation in
                    var choice = WalletFlowChoice(.CPQRC, reference: try invocation.required(.reference))
                    let files = invocation.values(.faces)
                    if files.count == 2 { choice.faces = try CommandLineFaces(smile: files[0], blink: files[1]) }
                    return choice
                },
                WalletHelp.command(
                    "confirm", summary: "pays a bill, with the PIN", arguments: [reference],
                    options: [Option(.distributor, help: "The bill is a distributor's")],
                    examples: [
                        .init("journey pay confirm PAY-1", "Pays a shop."),
                        .init("journey pay confirm DIST-1 --distributor", "Pays a distributor."),
                    ], drawing
                ) { invocation in
                    WalletFlowChoice(
                        invocation.has(.distributor) ? .DISTRIBUTOR_PAYMENT : .PAYMENT,
                        reference: try invocation.required(.reference))
                },
            ])
    }
}
