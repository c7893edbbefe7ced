import CashBaba
import JourneyCLI
import JourneyHarness

extension WalletCommands {
    static func pay(_ drawing: ScreenDrawing.Maker?) -> Command {
        let reference = Argument(.reference, kind: .text("REFERENCE"), help: "of the payment, as the shop gives it")
        return Command(
            "pay", summary: "pays out of a wallet",
            subcommands: [
                WalletHelp.command(
                    "qr",
                    summary: "pays what a QR code stands for, with a code and, where it is asked for, a face check",
                    arguments: [reference],
                    options: [
                        Option(
                            .faces, value: .file,
                            help: "Pictures for the face check, PNG or JPEG: one smiles, one blinks",
                            names: ["SMILE", "BLINK"])
                    ],
                    examples: [
                        .init("journey pay qr QR-1", "Asks for the code, and for the status before it says paid."),
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
