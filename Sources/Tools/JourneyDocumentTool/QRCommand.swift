import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let qr = Command(
        "qr", summary: "makes the text of a QR code that a holder shows, or reads one",
        discussion: [
            "Without ENGAGEMENT a new one is made, with a new key for one meeting: its private half goes to --key-output. With"
                + " one, in any form, its mdoc: address is printed."
        ],
        arguments: [
            Argument(
                "ENGAGEMENT", help: "a DeviceEngagement or an mdoc: address; - reads standard input", isOptional: true)
        ],
        options: [
            Option("key-output", value: .file, help: "Where the new private key goes, PEM"), InputFile.formOption,
        ],
        examples: [
            .init("journey mdoc qr --key-output device.pem", "Prints mdoc:… for a QR code."),
            .init("journey mdoc qr engagement.hex --json", "The address of an engagement."),
        ]
    ) { invocation in
        let engagement: Engagement
        if let path = invocation.argument("ENGAGEMENT") {
            let bytes = try InputFile.bytes(path, invocation)
            engagement = try Support.parse(path) { () throws(CBORError) in try Engagement(bytes[...]) }
        } else {
            guard let file = invocation.value("key-output") else {
                throw CommandFailure(.badInput, code: "USAGE", "--key-output says where the new private key goes.")
            }
            let key = try P256PrivateKey.generate()
            engagement = try Support.parse("the new engagement") { () throws(CBORError) in
                // Without a method a QR code would lead nowhere: the reader is the server, of a service of its own.
                let bluetooth = BluetoothOptions(centralUUID: CertificateAuthority.random(16))
                return try Engagement(key: .p256(key.publicKey), methods: [.bluetooth(bluetooth)])
            }
            try OutputFile.save(Array(try key.pem().utf8), to: file, isPrivate: true)
        }
        let address = engagement.address()
        invocation.terminal.print(
            [
                "address": .string(address), "version": .string("\(engagement.version)"),
                "hex": .string(Hex.encode(engagement.encoded)),
            ],
            or: address)
        return .done
    }
}
