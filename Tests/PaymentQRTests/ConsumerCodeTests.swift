import JourneyBase
import TestSupport
import Testing

@testable import PaymentQR

@Suite("Consumer-presented codes")
struct ConsumerCodeTests {
    private func tree(_ objects: [BERObject]) throws -> JSONValue {
        .array(
            try objects.map { object in
                let isTemplate = ["61", "62", "63", "64"].contains(object.tag)
                return [
                    .string(object.tag),
                    isTemplate
                        ? try tree(try BERObject.list(object.value)) : .string(Hex.encode(object.value).uppercased()),
                ]
            })
    }

    @Test(
        "both worked examples are read, object for object, and written back",
        .enabled(Comment(rawValue: Vectors.missing)) { PaymentVectors.isThere })
    func good() throws {
        let vectors = try PaymentVectors.consumer("good")
        #expect(vectors.count == 2)
        for vector in vectors {
            let text = try #require(vector["base64"]?.string)
            let code = try ConsumerCode.read(text)
            #expect(try tree(code.objects) == vector["tree"])
            #expect(code.text == text)
            guard case .consumer(code) = try PaymentCode.read(text + "\n") else {
                Issue.record("another kind")
                continue
            }
            if let number = vector["pan"]?.string {
                #expect(
                    code.applications[0].number == number && code.applications[0].expiry == vector["expiry"]?.string)
                #expect(code.applications[0].serviceCode == vector["service"]?.string)
                #expect(!"\(code) \(code.objects) \(code.applications)".contains(number))
            } else {
                #expect(code.applications.map(\.label) == ["Product1", "Product2"] && code.common.count == 4)
                #expect(
                    code.applications.allSatisfy { $0.holder == "CARDHOLDER/EMV" && $0.number == "1234567890123458" })
                #expect(code.applications[1].languages == ["ru", "es", "de", "en"])
                let data = try BERObject.list(try #require(code.applications[0].transparentData))
                #expect(data.map(\.tag) == ["9F10", "9F26", "9F36", "9F37"])
            }
        }
    }

    private static let verdicts = [
        "wrong-version": "PAYMENT_CODE_VERSION at 85", "85-not-first": "PAYMENT_CODE_ORDER at 85",
        "length-past-end": "PAYMENT_CODE_LENGTH at 61",
        "indefinite": "PAYMENT_CODE_LENGTH at 61", "no-pan": "PAYMENT_CODE_MISSING at 61.57",
        "no-adf": "PAYMENT_CODE_MISSING at 61.4F",
        "dup-tag-61-62": "PAYMENT_CODE_DUPLICATE at 62.5A", "three-61": "PAYMENT_CODE_DUPLICATE at 61",
        "not-base64": "PAYMENT_CODE_BASE64 at ",
        "over-512": "PAYMENT_CODE_TOO_LONG at ",
    ]

    @Test(
        "the hostile codes are refused, each with a code and a location",
        .enabled(Comment(rawValue: Vectors.missing)) { PaymentVectors.isThere })
    func hostile() throws {
        let vectors = try PaymentVectors.consumer("hostile")
        #expect(vectors.count == 10)
        for vector in vectors {
            let (name, text) = (vector["name"]?.string ?? "", try #require(vector["base64"]?.string))
            #expect(
                verdict { () throws(PaymentCodeError) in _ = try ConsumerCode.read(text) }
                    == ConsumerCodeTests.verdicts[name], "\(name)")
        }
    }

    private func verdict(_ body: () throws(PaymentCodeError) -> Void) -> String { PaymentVectors.verdict(body) }

    private static let application = "4F07A0000000555555"
    private static let number = "5A081234567890123458"
    private static let track = "570F1234567890123458D191220112345F"

    /// Returns the code of hexadecimal objects behind `85`.
    private func verdict(_ hex: String) -> String {
        verdict { () throws(PaymentCodeError) in _ = try ConsumerCode.read(Hex.decode("85054350563031" + hex) ?? []) }
    }

    private func template(_ tag: String, _ hex: String) -> String {
        tag + Hex.encode([UInt8(hex.utf8.count / 2)]) + hex
    }

    @Test("invalid templates, lengths and tags are refused")
    func structure() {
        let (application, number, track) = (
            ConsumerCodeTests.application, ConsumerCodeTests.number, ConsumerCodeTests.track
        )
        let one = template("61", application + number)
        #expect(verdict(one) == "read" && verdict(one + one) == "read")
        #expect(
            verdict("") == "PAYMENT_CODE_MISSING at 61"
                && verdict(template("62", number)) == "PAYMENT_CODE_MISSING at 61")
        #expect(verdict(template("61", application) + template("62", number)) == "read")
        #expect(verdict(template("62", number) + template("61", application)) == "PAYMENT_CODE_ORDER at 61")
        #expect(verdict(one + "9F3701AA" + template("62", "500141")) == "PAYMENT_CODE_ORDER at 62")
        #expect(verdict(one + "9F3701AA" + "DF0101AA") == "read")
        #expect(verdict(one + "9F3701AA" + "9F3701AA") == "PAYMENT_CODE_DUPLICATE at 9F37")
        #expect(verdict(one + template("62", "500141") + template("62", "500141")) == "PAYMENT_CODE_DUPLICATE at 62")
        #expect(verdict(one + "85054350563031") == "PAYMENT_CODE_DUPLICATE at 85")
        #expect(verdict(template("61", application + number + number)) == "PAYMENT_CODE_DUPLICATE at 61.5A")
        #expect(verdict(template("61", application + number + track)) == "PAYMENT_CODE_CONFLICT at 61.5A")
        #expect(verdict(template("61", application + number + "6403AABBCC")) == "PAYMENT_CODE_ORDER at 61.64")
        #expect(verdict(template("61", application + number + "6303AABBCC")) == "read")
        #expect(verdict(one + template("62", "6303AABBCC")) == "PAYMENT_CODE_ORDER at 62.63")
        #expect(verdict(one + "1F818101AA") == "PAYMENT_CODE_TAG at " && verdict(one + "1F") == "PAYMENT_CODE_TAG at ")
        #expect(verdict(one + "0001AA") == "PAYMENT_CODE_TAG at " && verdict(one + "C1") == "PAYMENT_CODE_LENGTH at C1")
        #expect(
            verdict(one + "C18101AA") == "PAYMENT_CODE_LENGTH at C1"
                && verdict(one + "C183000001AA") == "PAYMENT_CODE_LENGTH at C1")
        #expect(verdict(one + "C182") == "PAYMENT_CODE_LENGTH at C1")
        #expect(verdict(one + "C18180" + String(repeating: "AA", count: 128)) == "read")
    }

    @Test(
        "card data is validated",
        arguments: [
            ("4F04A0000000", "PAYMENT_CODE_VALUE_LENGTH at 61.4F"),
            ("4F11A000000055555500000000000000000001", "PAYMENT_CODE_VALUE_LENGTH at 61.4F"),
            ("4F07A0000000555555" + "5A0412345678", "read"),
            ("4F07A0000000555555" + "5A03123456", "PAYMENT_CODE_CARD at 61.5A"),
            ("4F07A0000000555555" + "5A0A12345678901234567890", "PAYMENT_CODE_CARD at 61.5A"),
            ("4F07A0000000555555" + "5A0A1234567890123456789F", "read"),
            ("4F07A0000000555555" + "5A04123456FF", "PAYMENT_CODE_CARD at 61.5A"),
            ("4F07A0000000555555" + "5A041234567A", "PAYMENT_CODE_CARD at 61.5A"),
            ("4F07A0000000555555" + "570F1234567890123458D191320112345F", "PAYMENT_CODE_CARD at 61.57"),
            ("4F07A0000000555555" + "570F12345678901234580191220112345F", "PAYMENT_CODE_CARD at 61.57"),
            ("4F07A0000000555555" + "570A1234567890123458D191", "PAYMENT_CODE_CARD at 61.57"),
            ("4F07A0000000555555" + "5A0412345678" + "5F2D03656E62", "PAYMENT_CODE_LANGUAGE at 61.5F2D"),
            ("4F07A0000000555555" + "5A0412345678" + "5F2D026531", "PAYMENT_CODE_LANGUAGE at 61.5F2D"),
            ("4F07A0000000555555" + "5A0412345678" + "5F200141", "PAYMENT_CODE_VALUE_LENGTH at 61.5F20"),
            ("4F07A0000000555555" + "5A0412345678" + "50020A41", "PAYMENT_CODE_CHARACTERS at 61.50"),
            ("4F07A0000000555555" + "5A0412345678" + "9F080101", "PAYMENT_CODE_VALUE_LENGTH at 61.9F08"),
        ])
    func forms(hex: String, expected: String) { #expect(verdict(template("61", hex)) == expected) }

    @Test(
        "Base64 has one accepted form",
        arguments: [
            ("AA==", [0]), ("AAA=", [0, 0]), ("AAAA", [0, 0, 0]), ("+/+/", [0xFB, 0xFF, 0xBF]), ("AA", nil),
            ("AB==", nil), ("A===", nil),
            ("-_-_", nil), ("AA=A", nil), ("AA= ", nil), ("====", nil), ("AAAA=", nil),
        ] as [(String, [UInt8]?)])
    func base64(text: String, bytes: [UInt8]?) {
        #expect(Base64.decode(text) == bytes)
        if let bytes { #expect(Base64.encode(bytes) == text) }
    }

    @Test("a written code is parsed to the same parts, and invalid parts are not written")
    func writing() throws {
        let application = [BERObject("4F", [0xA0, 0, 0, 0, 1]), BERObject("5A", [0x12, 0x34, 0x56, 0x78])]
        let code = try ConsumerCode.write(applications: [application], others: [BERObject("DF01", [1])])
        #expect(code.applications[0].number == "12345678" && code.objects.count == 3)
        #expect(try ConsumerCode.read(code.text) == code && code.text.hasPrefix("hQVDUFY"))
        #expect("\(code)" == "consumer-presented code, applications: 1")
        #expect(throws: PaymentCodeError.self) { try ConsumerCode.write(applications: []) }
        #expect(throws: PaymentCodeError.self) {
            try ConsumerCode.write(
                applications: [application], others: [BERObject("DF01", [UInt8](repeating: 0, count: 500))])
        }
    }
}
