import JourneyBase
import TestSupport
import Testing

@testable import PaymentQR

@Suite(
    "Merchant-presented codes of the public test data",
    .enabled(Comment(rawValue: Vectors.missing)) { PaymentVectors.isThere })
struct MerchantVectorTests {
    private func tree(_ objects: [CodeObject]) -> JSONValue {
        .array(
            objects.map { object in
                var members: [String: JSONValue] = ["id": .string(object.id), "value": .string(object.value)]
                if let inner = object.objects { members["inner"] = tree(inner) }
                return .object(members)
            })
    }

    @Test("all 16 valid codes are parsed object by object and written back exactly")
    func good() throws {
        let vectors = try PaymentVectors.merchant()
        #expect(vectors.count == 16)
        for vector in vectors {
            let name = vector["name"]?.string ?? ""
            let payload = try #require(vector["payload"]?.string)
            let code = try MerchantCode.read(payload)
            #expect(tree(code.objects) == vector["objects"], "\(name)")
            #expect(code.text == payload, "\(name)")
            #expect(Checksum.text(Array(payload.utf8).dropLast(4)) == vector["computedCRC"]?.string, "\(name)")
            if let amount = vector["amount"]?.string { #expect(code.amount?.decimal == amount, "\(name)") }
            if let payee = vector["payee"]?.string { #expect(code.name == payee, "\(name)") }
            if let other = vector["alternate"]?.string { #expect(code.alternate?.name == other, "\(name)") }
            if let total = vector["expect"]?["total"]?.string { #expect(code.total?.decimal == total, "\(name)") }
            if let fee = vector["expect"]?["fee"]?.string { #expect(code.fee?.decimal == fee, "\(name)") }
            let profile = vector["profile"]?.string ?? ""
            // The codes of a tip are plain ones of the standard, with the account of a bank of Bangladesh.
            let expected = profile == "emvco" ? (code.country == "BD" ? ["bangla-qr"] : []) : [profile]
            #expect(code.profiles.map(\.id) == expected, "\(name)")
        }
    }

    /// The reason for each hostile code. Two are read: white space is removed, and a link is of another kind.
    private static let verdicts = [
        "crc-wrong": "PAYMENT_CODE_CHECKSUM at 63", "crc-lowercase": "PAYMENT_CODE_CHECKSUM at 63",
        "crc-in-the-middle": "PAYMENT_CODE_ORDER at 63",
        "trailing": "PAYMENT_CODE_ORDER at 63", "length-not-digits": "PAYMENT_CODE_LENGTH at 01",
        "length-arabic-digits": "PAYMENT_CODE_LENGTH at 01",
        "no-guid": "PAYMENT_CODE_MISSING at 26.00", "no-account": "PAYMENT_CODE_MISSING at 02-51",
        "pfi-02": "PAYMENT_CODE_VERSION at 00",
        "poi-13": "PAYMENT_CODE_INITIATION at 01", "name-twice": "PAYMENT_CODE_DUPLICATE at 59",
        "amount-zero": "PAYMENT_CODE_AMOUNT at 54",
        "amount-exponent": "PAYMENT_CODE_AMOUNT at 54", "amount-minus": "PAYMENT_CODE_AMOUNT at 54",
        "amount-space": "PAYMENT_CODE_AMOUNT at 54",
        "amount-bengali-digits": "PAYMENT_CODE_CHARACTERS at 54", "amount-hex": "PAYMENT_CODE_AMOUNT at 54",
        "amount-too-long": "PAYMENT_CODE_VALUE_LENGTH at 54", "amount-only-dot": "PAYMENT_CODE_AMOUNT at 54",
        "amount-yen-decimals": "PAYMENT_CODE_AMOUNT at 54", "fee-both": "PAYMENT_CODE_CONFLICT at 56",
        "fee-percent-100": "PAYMENT_CODE_TIP at 57",
        "tip-04": "PAYMENT_CODE_TIP at 55", "consumer-data-twice": "PAYMENT_CODE_CONSUMER_DATA at 62.09",
        "name-nul": "PAYMENT_CODE_CHARACTERS at 59", "alternate-rlo": "PAYMENT_CODE_CHARACTERS at 64.01",
        "guid-is-url": "PAYMENT_CODE_UNKNOWN_NETWORK at 26.00", "name-too-long": "PAYMENT_CODE_VALUE_LENGTH at 59",
        "bom": "PAYMENT_CODE_CHARACTERS at ", "newline": "read", "length-counts-bytes": "PAYMENT_CODE_LENGTH at 59",
        "long-8k": "PAYMENT_CODE_TOO_LONG at ", "url": "PAYMENT_CODE_OTHER_KIND at ",
        "upi": "PAYMENT_CODE_OTHER_KIND at ",
    ]

    @Test("all 34 hostile codes are refused as labelled, each with a code and a location")
    func hostile() throws {
        let vectors = try PaymentVectors.hostile()
        #expect(vectors.count == 34 && MerchantVectorTests.verdicts.count == 34)
        for vector in vectors {
            let name = vector["name"]?.string ?? ""
            let payload = try #require(vector["payload"]?.string)
            #expect(PaymentVectors.verdict(payload) == MerchantVectorTests.verdicts[name], "\(name)")
        }
    }

    @Test("a UPI link among them is recognised, and a page's address is refused")
    func otherKinds() throws {
        for vector in try PaymentVectors.hostile() {
            let payload = try #require(vector["payload"]?.string)
            switch vector["name"]?.string {
            case "upi":
                guard case .upi(let link) = try PaymentCode.read(payload) else {
                    Issue.record("no link")
                    continue
                }
                #expect(link.payeeAddress == "shop@examplebank" && link.payeeName == "Tiny Shop")
                #expect(link.amount?.minorUnits == 12_550 && link.amount?.currency == "INR")
            case "url": #expect(throws: PaymentCodeError.self) { try PaymentCode.read(payload) }
            default: continue
            }
        }
    }

    @Test("each refusal has one sentence that quotes nothing of the code")
    func sentences() throws {
        for vector in try PaymentVectors.hostile() {
            let payload = try #require(vector["payload"]?.string)
            do { _ = try MerchantCode.read(payload) } catch {
                #expect(error.detail.hasSuffix(".") && error.detail.first?.isUppercase == true, "\(error)")
                #expect(!error.detail.contains("RUPSHA") && !error.detail.contains("example"), "\(error)")
            }
        }
    }
}
