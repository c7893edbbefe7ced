import JourneyBase
import Testing

@testable import PaymentQR

@Suite("National profiles")
struct ProfileTests {
    private func code(
        _ accounts: [(String, [(String, String)])], _ currency: String, _ country: String,
        added: [(String, String)] = [], without: Set<String> = []
    ) -> String {
        let templates = accounts.map { id, objects in (id, objects.map { CodeObject($0.0, $0.1).text }.joined()) }
        let rest = [("52", "5411"), ("53", currency), ("58", country), ("59", "SHOP"), ("60", "CITY")]
        return PaymentVectors.code(
            [("00", "01")] + templates + rest.filter { !without.contains($0.0) } + added)
    }

    @Test("the built-in profiles are read from their files")
    func shipped() throws {
        #expect(
            try PaymentProfile.all().map(\.id) == ["bangla-qr", "fps-hk", "paynow", "pix", "promptpay", "qris", "upi"])
    }

    @Test(
        "Bangla QR validates the institution and the merchant",
        arguments: [
            ("00", "0999", "901752000011694311", "read"), ("0", "0999", "9", "PAYMENT_CODE_PROFILE at 26.01"),
            ("00", "999", "9", "PAYMENT_CODE_PROFILE at 26.02"), ("00", "09A9", "9", "PAYMENT_CODE_PROFILE at 26.02"),
            ("00", "0999", "12345678901234567890", "PAYMENT_CODE_PROFILE at 26.03"),
            ("0a", "0999", "9", "PAYMENT_CODE_PROFILE at 26.01"),
        ])
    func bangla(kind: String, institution: String, merchant: String, verdict: String) throws {
        let objects = [("00", "com.example.bank"), ("01", kind), ("02", institution), ("03", merchant)]
        let text = code([("26", objects)], "050", "BD")
        #expect(PaymentVectors.verdict(text) == verdict)
        guard verdict == "read" else { return }
        let match = try #require(try MerchantCode.read(text).profiles.first)
        #expect(match.title == "Bangla QR" && match["institution"] == .digits(institution))
        #expect(match.fields.map(\.path) == ["26.01", "26.02", "26.03"] && match["other"] == nil)
        // A bare name is a network too; another currency is none of the profile.
        let bare = [("00", "examplebank"), ("01", kind), ("02", institution), ("03", merchant)]
        #expect(PaymentVectors.verdict(code([("26", bare)], "050", "BD")) == "read")
        #expect(PaymentVectors.verdict(code([("26", objects)], "840", "BD")) == "PAYMENT_CODE_PROFILE at 53")
        // Elsewhere, or without these objects, it is a plain code.
        #expect(try MerchantCode.read(code([("26", objects)], "356", "IN")).profiles.isEmpty)
        #expect(try MerchantCode.read(code([("26", [("00", "com.example.bank")])], "050", "BD")).profiles.isEmpty)
    }

    @Test(
        "PromptPay accepts a mobile number, national ID, wallet or bill",
        arguments: [
            ("29", "A000000677010111", [("01", "0066801234567")], "read"),
            ("29", "A000000677010111", [("02", "1111111111111")], "read"),
            ("29", "A000000677010111", [("03", "123456789012345")], "read"),
            ("29", "A000000677010111", [], "PAYMENT_CODE_PROFILE at 29"),
            (
                "29", "A000000677010111", [("01", "0066801234567"), ("02", "1111111111111")],
                "PAYMENT_CODE_PROFILE at 29"
            ),
            ("29", "A000000677010111", [("01", "0801234567")], "PAYMENT_CODE_PROFILE at 29.01"),
            ("29", "A000000677010111", [("01", "0065801234567")], "PAYMENT_CODE_PROFILE at 29.01"),
            ("29", "A000000677010111", [("02", "111111111111A")], "PAYMENT_CODE_PROFILE at 29.02"),
            ("30", "A000000677010112", [("01", "010753600031508"), ("02", "REF1")], "read"),
            ("30", "A000000677010112", [("02", "REF1")], "PAYMENT_CODE_PROFILE at 30.01"),
        ])
    func promptPay(id: String, network: String, objects: [(String, String)], verdict: String) throws {
        let account = (id, [("00", network)] + objects)
        // 52, 59 and 60 may be absent here, and nowhere else.
        let text = code([account], "764", "TH", without: ["52", "59", "60"])
        #expect(PaymentVectors.verdict(text) == verdict)
        #expect(PaymentVectors.verdict(code([account], "764", "TH", without: ["53"])) == "PAYMENT_CODE_MISSING at 53")
        guard verdict == "read" else { return }
        #expect(PaymentVectors.verdict(code([account], "764", "SG")) == "PAYMENT_CODE_PROFILE at 58")
        if objects[0].0 == "01", id == "29" {
            #expect(try MerchantCode.read(text).profiles[0]["mobile"] == .phone("+66801234567"))
        }
    }

    @Test(
        "PayNow accepts a mobile number or UEN, an editable-amount flag and an expiry",
        arguments: [
            ("0", "+6591234567", "1", "20271231", "read"), ("2", "201234567M", "0", "20271231235959", "read"),
            ("1", "201234567M", "0", "20271231", "PAYMENT_CODE_PROFILE at 26.01"),
            ("0", "201234567M", "0", "20271231", "PAYMENT_CODE_PROFILE at 26.02"),
            ("2", "+6591234567", "0", "20271231", "PAYMENT_CODE_PROFILE at 26.02"),
            ("2", "201234567M", "2", "20271231", "PAYMENT_CODE_PROFILE at 26.03"),
            ("2", "201234567M", "0", "20270229", "PAYMENT_CODE_PROFILE at 26.04"),
            ("2", "201234567M", "0", "20280229", "read"),
            ("2", "201234567M", "0", "20271301", "PAYMENT_CODE_PROFILE at 26.04"),
            ("2", "201234567M", "0", "20271231246060", "PAYMENT_CODE_PROFILE at 26.04"),
        ])
    func payNow(kind: String, proxy: String, editable: String, end: String, verdict: String) throws {
        let objects = [("00", "SG.PAYNOW"), ("01", kind), ("02", proxy), ("03", editable), ("04", end)]
        let text = code([("26", objects)], "702", "SG")
        #expect(PaymentVectors.verdict(text) == verdict)
        guard verdict == "read" else { return }
        let match = try MerchantCode.read(text).profiles[0]
        #expect(match["amountEditable"] == .flag(editable == "1"))
        #expect(match["proxyKind"] == .choice(kind, meaning: kind == "0" ? "mobile" : "uen"))
        if end.count == 14 { #expect(match["expiry"] == .time("2027-12-31T23:59:59")) }
    }

    @Test(
        "QRIS validates the merchant's switch number, size and national number",
        arguments: [
            ("936008163431000624", "UMI", "ID1020038431489", "read"),
            ("836008163431000624", "UMI", "ID1020038431489", "PAYMENT_CODE_PROFILE at 26.01"),
            ("936008163431000624", "UXX", "ID1020038431489", "PAYMENT_CODE_PROFILE at 26.03"),
            ("936008163431000624", "URE", "XX1020038431489", "PAYMENT_CODE_PROFILE at 51.02"),
            ("936008163431000624", "URE", "ID102003843148", "PAYMENT_CODE_PROFILE at 51.02"),
        ])
    func qris(number: String, size: String, national: String, verdict: String) {
        let text = code(
            [
                ("26", [("00", "ID.SPINPAY.WWW"), ("01", number), ("02", "131431000624"), ("03", size)]),
                ("51", [("00", "ID.CO.QRIS.WWW"), ("02", national), ("03", size)]),
            ], "360", "ID")
        #expect(PaymentVectors.verdict(text) == verdict)
    }

    @Test(
        "Pix: a key of each kind or an address, which is never opened",
        arguments: [
            ("01", "123e4567-e12b-12d1-a456-426655440000", "uuid"), ("01", "+5561912345678", "phone"),
            ("01", "loja@exemplo.com.br", "email"), ("01", "12345678909", "digits"), ("01", "12ABC34501DE35", "text"),
            ("25", "pix.example.com/qr/v2/0f3c2b1a", "address"), ("01", "https://a.example", nil), ("01", "+1555", nil),
            ("25", "https://pix.example.com/x", nil), ("25", "pix.example.com@evil.test/x", nil), ("01", "a@b", nil),
        ] as [(String, String, String?)])
    func pix(id: String, key: String, kind: String?) throws {
        let text = code([("26", [("00", "BR.GOV.BCB.pix"), (id, key)])], "986", "BR", added: [("62", "0503***")])
        guard let kind else {
            #expect(PaymentVectors.verdict(text) == "PAYMENT_CODE_PROFILE at 26.\(id)")
            return
        }
        let value = try #require(try MerchantCode.read(text).profiles[0].fields.first?.value)
        #expect("\(value)".hasPrefix(kind + "("))
        #expect(value.text == key)
    }

    @Test("Pix accepts a zero amount as none and longer cities; others do not")
    func pixRelaxed() throws {
        let account = ("26", [("00", "br.gov.bcb.pix"), ("01", "12345678909")])
        let city = "VILA BELA DA SANTISSIMA TRINDADE"
        let text =
            code([account], "986", "BR", added: [("54", "0.00")], without: ["60"]).dropLast(8)
            + CodeObject("60", city).text
        let code = try MerchantCode.read(PaymentVectors.signed(String(text)))
        #expect(code.amount == nil && code.city == city)
        #expect(PaymentVectors.verdict(PaymentVectors.plain(added: [("54", "0.00")])) == "PAYMENT_CODE_AMOUNT at 54")
    }

    @Test(
        "FPS accepts one proxy, in Hong Kong dollars or yuan",
        arguments: [
            ("344", [("02", "9999999")], "read"), ("156", [("03", "+852-91234567")], "read"),
            ("344", [("04", "a@b.hk")], "read"),
            ("840", [("02", "9999999")], "PAYMENT_CODE_PROFILE at 53"),
            ("344", [("03", "+85291234567")], "PAYMENT_CODE_PROFILE at 26.03"),
            ("344", [("02", "9999999"), ("04", "a@b.hk")], "PAYMENT_CODE_PROFILE at 26"),
            ("344", [("01", "12"), ("02", "9999999")], "PAYMENT_CODE_PROFILE at 26.01"),
        ])
    func fps(currency: String, objects: [(String, String)], verdict: String) {
        #expect(PaymentVectors.verdict(code([("26", [("00", "hk.com.hkicl")] + objects)], currency, "HK")) == verdict)
    }

    @Test(
        "Bharat QR validates the payment address and the minimum amount",
        arguments: [
            ("shop@examplebank", "10.00", "read"), ("shop", "10.00", "PAYMENT_CODE_PROFILE at 26.01"),
            ("shop@", "1", "PAYMENT_CODE_PROFILE at 26.01"),
            ("a@b@c", "1", "PAYMENT_CODE_PROFILE at 26.01"),
            ("shop@examplebank", "1.005", "PAYMENT_CODE_PROFILE at 26.02"),
        ])
    func bharat(address: String, least: String, verdict: String) {
        let text = code(
            [
                ("26", [("00", "A000000524"), ("01", address), ("02", least)]),
                ("27", [("00", "A000000524"), ("01", "TR0001")]),
            ], "356", "IN")
        #expect(PaymentVectors.verdict(text) == verdict)
    }

    @Test("a profile that counts bytes reads only codes that the standard's way cannot")
    func bytes() throws {
        let json = """
            {"id": "own", "title": "Own", "countries": ["BD"], "currencies": ["050"], "countsBytes": true, "unicode": ["59"],
             "longest": {"59": 40},
             "accounts": [{"ids": ["26", "26"], "recognisedBy": {"networks": ["com.example.own"]}, "objects": []}]}
            """
        let profile = try PaymentProfile(json: Array(json.utf8))
        func text(_ network: String, _ name: String, length: Int) -> String {
            PaymentVectors.signed(
                "00020126190015\(network)52045411530305059\(length)\(name)5802BD6005DHAKA")
        }
        let counted = text("com.example.own", "রূপসা স্টোর", length: 31)
        #expect(PaymentVectors.verdict(counted) != "read")
        #expect(throws: PaymentCodeError.self) { try MerchantCode.read(counted, profiles: PaymentProfile.all()) }
        #expect(try MerchantCode.read(counted, profiles: [profile]).name == "রূপসা স্টোর")
        let standard = text("com.example.own", "রূপসা স্টোর", length: 11)
        #expect(try MerchantCode.read(standard, profiles: [profile]).name == "রূপসা স্টোর")
        // Another network, or a length within a character.
        #expect(throws: PaymentCodeError.self) {
            try MerchantCode.read(text("com.example.els", "রূপসা স্টোর", length: 31), profiles: [profile])
        }
        #expect(throws: PaymentCodeError.self) {
            try MerchantCode.read(text("com.example.own", "রূপসা স্টোর", length: 30), profiles: [profile])
        }
    }

    @Test(
        "a data file with a misspelt or missing member is refused",
        arguments: [
            ("\"currencies\"", "\"currency\""), ("\"ids\"", "\"id\""), ("\"digits\"", "\"digit\""),
            ("[\"26\", \"26\"]", "[\"26\"]"),
            ("[\"BD\"]", "\"BD\""), ("\"forms\"", "\"form\""), ("\"recognisedBy\"", "\"by\""), ("}", ""),
            ("[2, 2]", "[3, 2]"),
            ("\"id\": \"own\",", ""), ("[\"BD\"]", "[]"),
        ])
    func files(text: String, other: String) throws {
        let json = """
            {"id": "own", "title": "Own", "countries": ["BD"], "currencies": ["050"], "accounts": [{"ids": ["26", "26"],
             "recognisedBy": {"networks": ["com.example.own"]},
             "objects": [{"id": "01", "name": "kind", "forms": [{"kind": "digits", "length": [2, 2]}]}]}]}
            """
        #expect(throws: Never.self) { try PaymentProfile(json: Array(json.utf8)) }
        do throws(PaymentCodeError) {
            _ = try PaymentProfile(json: Array(json.replacing(text, with: other, maxReplacements: 1).utf8))
            Issue.record("was read")
        } catch { #expect(error.reason == .dataFile) }
    }

    @Test("the code lists have 180 currencies and 240 countries")
    func lists() throws {
        let lists = try CodeLists.shipped.get()
        #expect(lists.currencies["050"] == "BDT" && lists.number(of: "BDT") == "050" && lists.currencies["999"] == nil)
        #expect(
            lists.currencies.count > 160 && lists.countries.isSuperset(of: ["BD", "IN", "BR", "TH", "SG", "HK", "ID"]))
        // MinorUnits knows the decimals of letters, so each number needs its letters.
        #expect(
            lists.currencies.values.allSatisfy { $0.count == 3 }
                && Set(lists.currencies.values).count == lists.currencies.count)
    }
}
