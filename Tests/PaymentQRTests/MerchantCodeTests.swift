import Testing

@testable import PaymentQR

@Suite("Merchant-presented codes")
struct MerchantCodeTests {
    @Test("the checksum is CRC-16/CCITT-FALSE")
    func checksum() {
        #expect(Checksum.text("123456789".utf8) == "29B1" && Checksum.text("".utf8) == "FFFF")
    }

    @Test(
        "each object has its limits, and near misses are refused with their location",
        arguments: [
            ("00", "02", "PAYMENT_CODE_VERSION at 00"), ("00", "1", "PAYMENT_CODE_VERSION at 00"),
            ("01", "12", "read"), ("01", "10", "PAYMENT_CODE_INITIATION at 01"),
            ("01", "1", "PAYMENT_CODE_INITIATION at 01"),
            ("52", "0000", "read"), ("52", "541", "PAYMENT_CODE_CATEGORY at 52"),
            ("52", "54111", "PAYMENT_CODE_CATEGORY at 52"),
            ("52", "54A1", "PAYMENT_CODE_CATEGORY at 52"),
            ("53", "050", "read"), ("53", "50", "PAYMENT_CODE_CURRENCY at 53"),
            ("53", "USD", "PAYMENT_CODE_CURRENCY at 53"),
            ("53", "000", "PAYMENT_CODE_CURRENCY at 53"), ("53", "8400", "PAYMENT_CODE_CURRENCY at 53"),
            ("53", "999", "PAYMENT_CODE_CURRENCY at 53"),
            ("58", "BD", "read"), ("58", "bd", "PAYMENT_CODE_COUNTRY at 58"),
            ("58", "BGD", "PAYMENT_CODE_COUNTRY at 58"),
            ("58", "ZZ", "PAYMENT_CODE_COUNTRY at 58"), ("58", "B", "PAYMENT_CODE_COUNTRY at 58"),
            ("58", "ВD", "PAYMENT_CODE_CHARACTERS at 58"),
            ("59", String(repeating: "X", count: 25), "read"),
            ("59", String(repeating: "X", count: 26), "PAYMENT_CODE_VALUE_LENGTH at 59"),
            ("59", "SH\u{7F}P", "PAYMENT_CODE_CHARACTERS at 59"), ("59", "ঢাকা", "PAYMENT_CODE_CHARACTERS at 59"),
            ("59", "SH\u{200B}P", "PAYMENT_CODE_CHARACTERS at 59"), ("59", "PАY", "PAYMENT_CODE_CHARACTERS at 59"),
            ("60", String(repeating: "X", count: 15), "read"),
            ("60", String(repeating: "X", count: 16), "PAYMENT_CODE_VALUE_LENGTH at 60"),
        ])
    func bounds(id: String, value: String, verdict: String) {
        #expect(PaymentVectors.verdict(PaymentVectors.plain([id: value])) == verdict)
    }

    @Test(
        "additional objects have limits, too",
        arguments: [
            ("54", "98", "read"), ("54", "98.", "read"), ("54", "98.7", "read"), ("54", "98.73", "read"),
            ("54", "98,73", "PAYMENT_CODE_AMOUNT at 54"), ("54", "98.730", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "3 705", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "1.2.3", "PAYMENT_CODE_AMOUNT at 54"), ("54", ".5", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "0", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "0.", "PAYMENT_CODE_AMOUNT at 54"), ("54", "0000.00", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "0000.01", "read"),
            ("54", "+5", "PAYMENT_CODE_AMOUNT at 54"), ("54", "5-", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "NaN", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "inf", "PAYMENT_CODE_AMOUNT at 54"), ("54", "5 ", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "5USD", "PAYMENT_CODE_AMOUNT at 54"),
            ("54", "9999999999999", "read"), ("54", "99999999999999", "PAYMENT_CODE_VALUE_LENGTH at 54"),
            ("54", "९", "PAYMENT_CODE_CHARACTERS at 54"), ("54", "５", "PAYMENT_CODE_CHARACTERS at 54"),
            ("55", "01", "read"), ("55", "1", "PAYMENT_CODE_TIP at 55"), ("55", "00", "PAYMENT_CODE_TIP at 55"),
            ("55", "02", "PAYMENT_CODE_MISSING at 56"),
            ("55", "03", "PAYMENT_CODE_MISSING at 57"), ("56", "1.00", "PAYMENT_CODE_CONFLICT at 56"),
            ("57", "1.00", "PAYMENT_CODE_CONFLICT at 57"),
            ("61", "1234567890", "read"), ("61", "12345678901", "PAYMENT_CODE_VALUE_LENGTH at 61"),
            ("62", "0125XXXXXXXXXXXXXXXXXXXXXXXXX", "read"),
            ("62", "0126XXXXXXXXXXXXXXXXXXXXXXXXXX", "PAYMENT_CODE_VALUE_LENGTH at 62.01"),
            ("62", "0903AME", "read"), ("62", "0903EMA", "read"),
            ("62", "0901a", "PAYMENT_CODE_CONSUMER_DATA at 62.09"),
            ("62", "0904AMEX", "PAYMENT_CODE_CONSUMER_DATA at 62.09"),
            ("62", "0903AAM", "PAYMENT_CODE_CONSUMER_DATA at 62.09"),
            ("62", "0903***", "PAYMENT_CODE_CONSUMER_DATA at 62.09"),
            ("62", "0101A0101B", "PAYMENT_CODE_DUPLICATE at 62.01"),
            ("62", "0001A", "PAYMENT_CODE_TAG at 62.00"), ("62", "1004ABCD", "read"),
            ("62", "01", "PAYMENT_CODE_LENGTH at 62"),
            ("62", "0105ABCD", "PAYMENT_CODE_LENGTH at 62.01"), ("62", "0100", "PAYMENT_CODE_LENGTH at 62.01"),
            ("62", "x101A", "PAYMENT_CODE_TAG at 62"),
            ("62", "50150012com.example", "PAYMENT_CODE_LENGTH at 62.50.00"), ("62", "50150011com.example", "read"),
            ("62", "50050101A", "PAYMENT_CODE_MISSING at 62.50.00"),
            ("62", "50110007a://b.c", "PAYMENT_CODE_UNKNOWN_NETWORK at 62.50.00"),
            ("64", "0002BN0104ঢাকা", "read"), ("64", "0002bn0104ঢাকা", "read"),
            ("64", "0104ঢাকা", "PAYMENT_CODE_MISSING at 64.00"),
            ("64", "0002BN", "PAYMENT_CODE_MISSING at 64.01"),
            ("64", "0003BEN0104ঢাকা", "PAYMENT_CODE_LANGUAGE at 64.00"),
            ("64", "0002B10104ঢাকা", "PAYMENT_CODE_LANGUAGE at 64.00"),
            ("64", "0002BN0104ঢাকা0216XXXXXXXXXXXXXXXX", "PAYMENT_CODE_VALUE_LENGTH at 64.02"),
            ("64", "0002BN0126XXXXXXXXXXXXXXXXXXXXXXXXXX", "PAYMENT_CODE_VALUE_LENGTH at 64.01"),
            ("64", "0002AR0103a\u{2066}b", "PAYMENT_CODE_CHARACTERS at 64.01"),
            ("64", "0002AR0103a\u{200F}b", "PAYMENT_CODE_CHARACTERS at 64.01"),
            ("64", "0002BN0103ক\u{200D}খ", "read"), ("64", "0002BN0112ঢাকা", "PAYMENT_CODE_LENGTH at 64.01"),
            ("65", "anything of the future", "read"), ("79", "é", "read"),
            ("70", "a\u{1}", "PAYMENT_CODE_CHARACTERS at 70"),
            ("80", "0011com.example", "read"), ("80", "0101A", "PAYMENT_CODE_MISSING at 80.00"),
            ("99", "0007a://b.c", "PAYMENT_CODE_UNKNOWN_NETWORK at 99.00"),
            ("81", "anything", "PAYMENT_CODE_TAG at 81"),
            ("27", "0033A12345678901234567890123456789012", "PAYMENT_CODE_VALUE_LENGTH at 27.00"),
            ("27", "0033A1234567890123456789012345678901", "PAYMENT_CODE_LENGTH at 27.00"),
            ("27", "003200112233445566778899AABBCCDDEEFF", "read"),
            ("27", "0011com..exampl", "PAYMENT_CODE_UNKNOWN_NETWORK at 27.00"),
            ("27", "0007ex mple", "PAYMENT_CODE_UNKNOWN_NETWORK at 27.00"), ("02", "4000123456789012", "read"),
            ("59", "OTHER", "PAYMENT_CODE_DUPLICATE at 59"), ("01", "12", "PAYMENT_CODE_DUPLICATE at 01"),
        ])
    func added(id: String, value: String, verdict: String) {
        #expect(PaymentVectors.verdict(PaymentVectors.plain(added: [(id, value)])) == verdict)
    }

    @Test("each missing mandatory object is named", arguments: ["00", "26", "52", "53", "58", "59", "60"])
    func missing(id: String) {
        let verdict = PaymentVectors.verdict(PaymentVectors.plain([id: nil]))
        #expect(
            verdict
                == (id == "00"
                    ? "PAYMENT_CODE_ORDER at 00"
                    : id == "26" ? "PAYMENT_CODE_MISSING at 02-51" : "PAYMENT_CODE_MISSING at \(id)"))
    }

    @Test("the first and last object, checksum and total length are checked")
    func frame() throws {
        let good = PaymentVectors.plain()
        #expect(PaymentVectors.verdict(good) == "read")
        #expect(PaymentVectors.verdict(" \t\r\n\(good)\n ") == "read")
        #expect(PaymentVectors.verdict("\u{A0}" + good) != "read")
        #expect(PaymentVectors.verdict("") == "PAYMENT_CODE_OTHER_KIND at ")
        #expect(PaymentVectors.verdict(String(good.dropLast(8))) == "PAYMENT_CODE_MISSING at 63")
        #expect(PaymentVectors.verdict(String(good.dropLast(1))) == "PAYMENT_CODE_LENGTH at 63")
        #expect(PaymentVectors.verdict(String(good.dropLast(8)) + "6303ABC") == "PAYMENT_CODE_CHECKSUM at 63")
        #expect(
            PaymentVectors.verdict(good.replacingOccurrence(of: "000201", with: "010211"))
                == "PAYMENT_CODE_DUPLICATE at 01")
        #expect(
            PaymentVectors.verdict(PaymentVectors.code([("01", "11"), ("00", "01")])) == "PAYMENT_CODE_ORDER at 00")
        let filler = (0..<5).map { ("\(65 + $0)", String(repeating: "x", count: 99)) }
        #expect(PaymentVectors.verdict(PaymentVectors.plain(added: filler)) == "PAYMENT_CODE_TOO_LONG at ")
        let full = (0..<4).map { ("\(65 + $0)", String(repeating: "x", count: 99)) }
        let rest = MerchantCode.longest - PaymentVectors.plain(added: full).unicodeScalars.count - 4
        for (count, verdict) in [(rest, "read"), (rest + 1, "PAYMENT_CODE_TOO_LONG at ")] {
            let text = PaymentVectors.plain(added: full + [("70", String(repeating: "x", count: count))])
            #expect(PaymentVectors.verdict(text) == verdict, "\(text.count)")
        }
    }

    @Test(
        "a fee is exact: half a minor unit is rounded up, without binary fractions",
        arguments: [
            ("200", "1.50", "840", "3.00"), ("0.10", "05.00", "840", "0.01"), ("0.09", "05.00", "840", nil),
            ("9999999999999", "99.99", "840", "9998999999999.00"), ("19.99", "00.01", "840", nil),
            ("50", "00.01", "840", "0.01"),
            ("1", "50", "392", "1"), ("1.005", "10", "048", "0.101"), ("123456789.01", "33.33", "840", "41148147.78"),
        ] as [(String, String, String, String?)])
    func fees(amount: String, percentage: String, currency: String, fee: String?) throws {
        let text = PaymentVectors.plain(["53": currency], added: [("54", amount), ("55", "03"), ("57", percentage)])
        let code = try MerchantCode.read(text)
        let expected = fee ?? "0.00"
        #expect(code.fee?.decimal == expected)
        let total = try #require(code.total)
        #expect(total.minorUnits == (code.amount?.minorUnits ?? 0) + (code.fee?.minorUnits ?? 0))
    }

    @Test(
        "percentages are from 00.01 to 99.99",
        arguments: [
            ("00.01", 1), ("99.99", 9_999), ("1", 100), ("1.5", 150), ("5.", 500), ("00.00", nil), ("0", nil),
            ("100", nil),
            ("1.234", nil), ("-1", nil), (".5", nil), ("1,5", nil), ("0x1", nil), ("1.2.3", nil), ("", nil),
            ("00001", nil),
        ] as [(String, Int?)])
    func percentages(text: String, hundredths: Int?) { #expect(PaymentTip.hundredths(text) == hundredths) }

    @Test("a fixed fee and a tip are distinguished, and a payer's tip has no total")
    func tips() throws {
        let fixed = try MerchantCode.read(
            PaymentVectors.plain(added: [("54", "500.5"), ("55", "02"), ("56", "10.00")]))
        #expect(fixed.total?.decimal == "510.50" && fixed.fee?.description == "USD 10.00")
        let asked = try MerchantCode.read(PaymentVectors.plain(added: [("54", "500"), ("55", "01")]))
        #expect(asked.tip == .askPayer && asked.total == nil && asked.fee == nil)
        for (fee, verdict) in [
            ("0.00", "PAYMENT_CODE_TIP at 56"), ("1.234", "PAYMENT_CODE_TIP at 56"), ("a", "PAYMENT_CODE_TIP at 56"),
        ] {
            #expect(PaymentVectors.verdict(PaymentVectors.plain(added: [("55", "02"), ("56", fee)])) == verdict)
        }
    }

    @Test("a written code is read as the same parts")
    func writing() throws {
        var draft = MerchantCode.Draft(
            accounts: [
                CodeObject(
                    "26",
                    [
                        CodeObject("00", "com.example.bank"), CodeObject("01", "00"), CodeObject("02", "0999"),
                        CodeObject("03", "901752000011694311"),
                    ])
            ], category: "5411", currency: "BDT", country: "BD", name: "RUPSHA STORE", city: "DHAKA")
        draft.initiation = .once
        draft.amount = "500.00"
        draft.tip = [CodeObject("55", "01")]
        draft.additional = [CodeObject("07", "T0000001")]
        draft.alternate = [CodeObject("00", "BN"), CodeObject("01", "রূপসা স্টোর"), CodeObject("02", "ঢাকা")]
        let code = try MerchantCode.write(draft)
        #expect(code.text == PaymentVectors.signed(PaymentVectors.bangla))
        #expect(code.additional?[.terminal] == "T0000001" && code.alternate?.city == "ঢাকা")
        #expect(try MerchantCode.read(code.text) == code)
        #expect(code.profiles.first?["merchant"] == .text("901752000011694311"))
        #expect("\(code)" == "merchant-presented code, BD, BDT 500.00, Bangla QR")
        draft.others = [CodeObject("91", String(repeating: "x", count: 100))]
        #expect(throws: PaymentCodeError.self) { try MerchantCode.write(draft) }
        draft.others = [CodeObject("63", "ABCD")]
        #expect(throws: PaymentCodeError.self) { try MerchantCode.write(draft) }
        draft.others = []
        draft.currency = "XYZ"
        #expect(throws: PaymentCodeError.self) { try MerchantCode.write(draft) }
    }

    @Test("a request to ask the payer isn't a value")
    func asked() throws {
        let code = try MerchantCode.read(PaymentVectors.plain(added: [("62", "0103***0505A-0010902ME")]))
        let data = try #require(code.additional)
        #expect(data.values[.bill] == .askPayer && data[.bill] == nil && data[.reference] == "A-001")
        #expect(data.requested == [.mobile, .email] && data.objects.count == 3)
    }
}

extension String {
    fileprivate func replacingOccurrence(of text: String, with other: String) -> String {
        guard let range = self.firstRange(of: text) else { return self }
        return replacingCharacters(in: range, other)
    }
    private func replacingCharacters(in range: Range<String.Index>, _ other: String) -> String {
        String(self[..<range.lowerBound]) + other + self[range.upperBound...]
    }
}
