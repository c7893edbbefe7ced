import JourneyBase
package import JourneyCLI
import MobileDocument
import PaymentQR

/// The command `qr`: payment codes of merchants and consumers, and payment links.
package enum PaymentCodeCommand {
    package static let command = Command(
        "qr", summary: "reads and makes payment codes (EMVCo QR codes, UPI links)",
        discussion: [
            "Codes are checked against their format and their national profile. Nothing is paid, and no address in a code is"
                + " opened. A code's checksum proves no origin."
        ],
        examples: [
            .init("journey qr inspect --picture code.png", "Checks the code in a picture and lists what it says."),
            .init("journey qr make 26.00=com.example.bank … --png code.png", "Makes a merchant's code."),
        ],
        subcommands: [inspect, make])

    static let inspect = Command(
        "inspect", summary: "checks a payment code and lists what it says",
        discussion: [
            "CODE is the text of a code; - reads standard input. A card's number is shown by its last four digits."
                + " Status 3: the code is refused; the message names the object and the reason."
        ],
        arguments: [Argument(.code, kind: .text("CODE"), help: "the text of a code, or -", isOptional: true)],
        options: [Option(.picture, value: .file, help: "A picture of the code (PNG, PGM or PPM), instead of CODE")],
        examples: [
            .init("journey qr inspect --picture code.png", "Reads the code in a picture."),
            .init("journey qr inspect 'upi://pay?pa=shop@examplebank&cu=INR'", "Reads a link."),
        ]
    ) { invocation in
        let text = try text(invocation)
        let code = try parse { () throws(PaymentCodeError) in try PaymentCode.read(text) }
        let report = PaymentCodeReport(code)
        invocation.terminal.print(report.json, or: report.text(invocation.terminal.style))
        return .done
    }

    static let make = Command(
        "make", summary: "makes a merchant's payment code, or a picture of any",
        discussion: [
            "Each OBJECT is an identifier and a value, such as 59=SHOP; an object in a template has both identifiers, such as"
                + " 26.00=com.example.bank. Format and checksum are added, and the code is checked. A single text without such"
                + " an identifier is a code that exists already, and is checked and drawn."
        ],
        arguments: [
            Argument(
                .object, kind: .text("OBJECT"), help: "an object such as 59=SHOP, or the text of a code",
                isRepeated: true)
        ],
        options: [
            Option(.png, value: .file, help: "File for a picture of the code"),
            Option(.svg, value: .file, help: "File for a picture of the code as SVG"),
            Option(.draw, help: "Draw the code with characters"),
            Option(.inverted, help: "Draw it for dark text on a light background"),
        ],
        examples: [
            .init(
                "journey qr make 26.00=com.example.bank 26.01=00 26.02=0999 26.03=9017520000 52=5411 53=050 54=500.00 58=BD"
                    + " 59='RUPSHA STORE' 60=DHAKA --png code.png",
                "Makes a code of Bangla QR.")
        ]
    ) { invocation in
        let words = invocation.arguments(.object)
        let text: String
        if words.count == 1, PaymentCodeObjects.split(words[0]) == nil {
            let code = try parse { () throws(PaymentCodeError) in try PaymentCode.read(words[0]) }
            text = PaymentCodeReport(code).code
        } else {
            let objects = try PaymentCodeObjects.objects(words)
            text = try parse { () throws(PaymentCodeError) in try MerchantCode.write(objects).text }
        }
        let drawing = try CodeDrawing.write(text, "text", invocation)
        invocation.terminal.print(["code": .string(text)], or: text + drawing)
        return .done
    }

    /// Returns the text of the code that the command line names.
    private static func text(_ invocation: Invocation) throws(CommandError) -> String {
        let (code, picture) = (invocation.argument(.code), invocation.value(.picture))
        guard (code == nil) != (picture == nil) else {
            throw CommandError.usage("Give the text of a code or --picture, and not both.")
        }
        let path = picture ?? "-"
        if let code, code != "-" { return code }
        let bytes: [UInt8]
        do { bytes = try InputFile.raw(path) } catch let error as CommandError { throw error } catch {
            throw CommandError.badInput(.fileUnreadable, "\(path) cannot be read: \(error).")
        }
        guard picture != nil else { return String(decoding: bytes, as: UTF8.self) }
        let texts = try PictureFile.texts(bytes, from: path)
        guard texts.count == 1 else {
            throw CommandError.badInput(.qrSeveral, "\(path) contains several QR codes. Use a picture of one code.")
        }
        return texts[0]
    }

    /// Returns the result of reading or writing a code; a refusal has its code and the path of the object.
    private static func parse<Value>(_ body: () throws(PaymentCodeError) -> Value) throws(CommandError) -> Value {
        do throws(PaymentCodeError) { return try body() } catch {
            let place = error.place.isEmpty ? "" : " at \(error.place)"
            throw CommandError(.refused, code: error.reason.rawValue, "The code is refused\(place): \(error.detail)")
        }
    }
}
