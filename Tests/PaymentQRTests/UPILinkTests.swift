import Testing

@testable import PaymentQR

@Suite("UPI links")
struct UPILinkTests {
    @Test("a link is parsed with all its parameters")
    func reading() throws {
        let text =
            "UPI://pay?pa=shop@examplebank&pn=Tiny%20Shop&mc=5411&tr=INV-1&am=125.5&mam=10&cu=INR&x=1&sign=MEUC%2B"
        let link = try UPILink.read(" \(text)\n")
        #expect(link.text == text && link.payeeAddress == "shop@examplebank" && link.category == "5411")
        #expect(link.amount?.decimal == "125.50" && link.minimumAmount?.decimal == "10.00")
        #expect(link["x"] == "1" && link["tr"] == "INV-1" && link.parameters.count == 9 && link["sign"] == "MEUC+")
        #expect(link.signedText.map { $0 + "&sign=MEUC%2B" } == text)
    }

    @Test(
        "near misses are refused with their parameter",
        arguments: [
            ("pa=a@b", "read"), ("pa=a@b&am=", "read"), ("pa=a@b&am=1.234", "PAYMENT_CODE_AMOUNT at am"),
            ("pa=a@b&am=0", "PAYMENT_CODE_AMOUNT at am"),
            ("pa=a@b&am=1e3", "PAYMENT_CODE_AMOUNT at am"), ("pa=a@b&am=-1", "PAYMENT_CODE_AMOUNT at am"),
            ("pa=a@b&mam=1,5", "PAYMENT_CODE_AMOUNT at mam"),
            ("pn=x", "PAYMENT_CODE_MISSING at pa"), ("pa=ab", "PAYMENT_CODE_LINK at pa"),
            ("pa=a@b@c", "PAYMENT_CODE_LINK at pa"),
            ("pa=a%20b@c", "PAYMENT_CODE_LINK at pa"),
            ("pa=a@b&pa=c@d", "PAYMENT_CODE_DUPLICATE at pa"), ("pa=a@b&cu=USD", "PAYMENT_CODE_CURRENCY at cu"),
            ("pa=a@b&mc=54", "PAYMENT_CODE_CATEGORY at mc"),
            ("pa=a@b&pn=%E2%80%AEx", "PAYMENT_CODE_CHARACTERS at pn"), ("pa=a@b&pn=%GG", "PAYMENT_CODE_LINK at pn"),
            ("pa=a@b&pn=%FF", "PAYMENT_CODE_LINK at pn"),
            ("pa=a@b&", "PAYMENT_CODE_LINK at "), ("pa=a@b&x", "PAYMENT_CODE_LINK at "),
            ("pa=a@b&sign=x&am=1", "PAYMENT_CODE_ORDER at am"),
            ("pa=a@b&pn=é", "PAYMENT_CODE_CHARACTERS at "), ("pa=a@b&pn=a b", "PAYMENT_CODE_CHARACTERS at "),
        ])
    func nearMisses(query: String, verdict: String) {
        #expect(
            PaymentVectors.verdict { () throws(PaymentCodeError) in _ = try UPILink.read("upi://pay?" + query) }
                == verdict)
    }

    @Test(
        "other links are refused as another kind",
        arguments: ["upi://mandate?pa=a@b", "https://pay?pa=a@b", "upi:pay?pa=a@b", ""])
    func others(text: String) {
        #expect(
            PaymentVectors.verdict { () throws(PaymentCodeError) in _ = try UPILink.read(text) }
                == "PAYMENT_CODE_OTHER_KIND at ")
    }

    @Test("a link's length is limited")
    func bounds() {
        let link = "upi://pay?pa=a@b&tn=" + String(repeating: "x", count: UPILink.longest)
        #expect(
            PaymentVectors.verdict { () throws(PaymentCodeError) in _ = try UPILink.read(link) }
                == "PAYMENT_CODE_TOO_LONG at ")
    }
}
