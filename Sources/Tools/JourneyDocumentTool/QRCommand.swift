import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let qr = Command(
        "qr", summary: "creates the QR code that a holder shows, or reads one",
        discussion: [
            "Without ENGAGEMENT a new one is created with an ephemeral key, whose private half goes to --key-output. With"
                + " one, in any form or as a picture of its code (PNG, PGM or PPM), its mdoc: address is printed. --draw shows"
                + " the code below it; a terminal with dark text on a light background needs --inverted."
        ],
        arguments: [
            Argument(
                .engagement,
                help: "a DeviceEngagement, an mdoc: address or a picture of its code; - reads standard input",
                isOptional: true)
        ],
        options: [
            Option(.keyOutput, value: .file, help: "File for the new private key, PEM"),
            Option(.png, value: .file, help: "File for a picture of the code"),
            Option(.svg, value: .file, help: "File for a picture of the code as SVG"),
            Option(.draw, help: "Draw the code with characters"),
            Option(.inverted, help: "Draw it for dark text on a light background"), InputFile.formOption,
        ],
        examples: [
            .init("journey mdoc qr --key-output device.pem", "Prints mdoc:… for a QR code."),
            .init("journey mdoc qr --key-output device.pem --png code.png --draw", "Draws the code as well."),
            .init("journey mdoc qr engagement.hex --json", "Prints the address of an engagement."),
            .init("journey mdoc qr photo.png", "Prints the address in a picture."),
        ]
    ) { invocation in
        let engagement: Engagement
        if let path = invocation.argument(.engagement) {
            engagement = try EngagementInput.engagement(path, invocation)
        } else {
            let file = try invocation.required(
                .keyOutput, or: "--key-output is required: the file for the new private key.")
            let key = try P256PrivateKey.generate()
            engagement = try Support.parse("the new engagement") { () throws(CBORError) in
                // A QR code needs a retrieval method: here the reader is the server, of a fresh service.
                let bluetooth = BluetoothOptions(centralUUID: CertificateAuthority.random(16))
                return try Engagement(key: .p256(key.publicKey), methods: [.bluetooth(bluetooth)])
            }
            try WholeFile.write(Array(try key.pem().utf8), to: file, isPrivate: true)
        }
        let address = engagement.address()
        let drawing = try CodeDrawing.write(address, "engagement", invocation)
        invocation.terminal.print(
            [
                "address": .string(address), "version": .string("\(engagement.version)"),
                "hex": .string(Hex.encode(engagement.encoded)),
            ],
            or: address + drawing)
        return .done
    }
}
