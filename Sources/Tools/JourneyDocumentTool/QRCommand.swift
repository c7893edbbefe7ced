import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let qr = Command(
        "qr", summary: "makes the QR code that a holder shows, or reads one's text",
        discussion: [
            "Without ENGAGEMENT a new one is made, with a new key for one meeting: its private half goes to --key-output. With"
                + " one, in any form or as a picture of its code (PNG, PGM or PPM), its mdoc: address is printed. --draw shows"
                + " the code below it; a terminal with dark letters on a light ground needs --inverted."
        ],
        arguments: [
            Argument(
                .engagement,
                help: "a DeviceEngagement, an mdoc: address or a picture of its code; - reads standard input",
                isOptional: true)
        ],
        options: [
            Option(.keyOutput, value: .file, help: "Where the new private key goes, PEM"),
            Option(.png, value: .file, help: "Where a picture of the code goes"),
            Option(.svg, value: .file, help: "The same, as SVG"),
            Option(.draw, help: "Draw the code with letters"),
            Option(.inverted, help: "Draw it for dark letters on a light ground"), InputFile.formOption,
        ],
        examples: [
            .init("journey mdoc qr --key-output device.pem", "Prints mdoc:… for a QR code."),
            .init("journey mdoc qr --key-output device.pem --png code.png --draw", "The code as well."),
            .init("journey mdoc qr engagement.hex --json", "The address of an engagement."),
            .init("journey mdoc qr photo.png", "The address that a picture shows."),
        ]
    ) { invocation in
        let engagement: Engagement
        if let path = invocation.argument(.engagement) {
            engagement = try EngagementInput.engagement(path, invocation)
        } else {
            let file = try invocation.required(.keyOutput, or: "--key-output says where the new private key goes.")
            let key = try P256PrivateKey.generate()
            engagement = try Support.parse("the new engagement") { () throws(CBORError) in
                // Without a method a QR code would lead nowhere: the reader is the server, of a service of its own.
                let bluetooth = BluetoothOptions(centralUUID: CertificateAuthority.random(16))
                return try Engagement(key: .p256(key.publicKey), methods: [.bluetooth(bluetooth)])
            }
            try WholeFile.write(Array(try key.pem().utf8), to: file, isPrivate: true)
        }
        let address = engagement.address()
        let drawing = try draw(address, invocation)
        invocation.terminal.print(
            [
                "address": .string(address), "version": .string("\(engagement.version)"),
                "hex": .string(Hex.encode(engagement.encoded)),
            ],
            or: address + drawing)
        return .done
    }

    /// Writes the pictures of `address` that the command line asks for; gives the one for the terminal, below a line.
    private static func draw(_ address: String, _ invocation: Invocation) throws -> String {
        let (png, svg, isDrawn) = (invocation.value(.png), invocation.value(.svg), invocation.has(.draw))
        guard png != nil || svg != nil || isDrawn else { return "" }
        guard let picture = QRPicture(address) else {
            throw CommandError.badInput("QR_TOO_LONG", "No QR code is large enough for this engagement.")
        }
        if let png { try WholeFile.write(picture.png(), to: png) }
        if let svg { try WholeFile.write(Array(picture.svg.utf8), to: svg) }
        return isDrawn ? "\n\n" + picture.text(isInverted: invocation.has(.inverted)) : ""
    }
}
