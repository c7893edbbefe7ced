import JourneyBase
import PaymentQR

extension FuzzTarget {
    /// Merchants' codes: what is read is written as it was, and its amounts are positive. The input is read as it came, and once
    /// more with the checksum that it should have.
    static let merchantCode = FuzzTarget(
        "merchant-code",
        seeds: [
            "00020101021226560016com.example.bank010200020409990318901752000011694311520454115303050540410.05802BD"
                + "5912RUPSHA STORE6005DHAKA62120708T000000164290002BN0111রূপসা স্টোর0204ঢাকা",
            "00020101021129370016A000000677010111011300668012345675802TH5303764",
            "00020126520014br.gov.bcb.pix2530pix.example.com/qr/v2/0f3c2b1a5204000053039865802BR5904LOJA6005RECIF62070503***",
            "00020101021226490009SG.PAYNOW010120210201234567M03010040820271231520400005303702540510.005502035703"
                + "1.55802SG5904SHOP6009Singapore80150011com.example",
        ].map { withChecksum(Array($0.utf8) + Array("6304".utf8)) }
    ) { input in
        check(input)
        if input.count > 4 { check(withChecksum(input.dropLast(4))) }
    }

    private static func check(_ input: [UInt8]) {
        guard let text = String(validating: input, as: UTF8.self), let code = try? MerchantCode.read(text) else {
            return
        }
        promise((try? MerchantCode.read(code.text)) == code, "what was read is written as something that is read")
        promise(text.contains(code.text), "nothing of the text is lost")
        promise(code.amount.map { $0.minorUnits > 0 } ?? true, "an amount is more than nothing")
        promise(code.accounts.allSatisfy { $0.id >= "26" || $0.network == nil }, "only templates name a network")
        if let fee = code.fee, let amount = code.amount, let total = code.total {
            promise(fee.minorUnits >= 0 && total.minorUnits == amount.minorUnits + fee.minorUnits, "a total is a sum")
        }
    }

    /// Returns the bytes with the checksum of a merchant's code, CRC-16/CCITT-FALSE, bit by bit.
    private static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
        var crc: UInt16 = 0xFFFF
        for byte in bytes {
            crc ^= UInt16(byte) << 8
            for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
        }
        return bytes + Array(Hex.encode([UInt8(crc >> 8), UInt8(crc & 0xFF)]).uppercased().utf8)
    }

    /// Consumers' codes, as bytes: they have one form.
    static let consumerCode = FuzzTarget(
        "consumer-code",
        seeds: [
            "85054350563031611a4f07a0000000555555570f1234567890123458d191220112345f",
            "8505435056303161134f07a0000000555555500850726f6475637431624"
                + "95a0812345678901234585f200e43415244484f4c4445522f454d565f2d087275657364656"
                + "56e64219f100706010a030000009f2608584fd385fa234bcc9f360200019f37046d58ef13",
        ].map { Hex.decode($0) ?? [] }
    ) { input in
        guard let code = try? ConsumerCode.read(input) else { return }
        promise(code.encoded == input, "a code has one form")
        promise((try? ConsumerCode.read(code.text)) == code, "the text is the same code")
        promise((1...2).contains(code.applications.count), "a code has one or two applications")
        promise(code.applications.allSatisfy { (8...19).contains($0.number.utf8.count) }, "each has a number")
    }

    /// Links: what is read has a payee and at most one of each parameter.
    static let upiLink = FuzzTarget(
        "upi-link",
        seeds: [
            "upi://pay?pa=shop@examplebank&pn=Tiny%20Shop&am=125.50&cu=INR",
            "UPI://pay?pa=a@b&mc=5411&tr=1&mam=10&url=https%3A%2F%2Fexample.com&sign=MEUC%2B",
        ]
    ) { input in
        guard let link = try? UPILink.read(String(decoding: input, as: UTF8.self)) else { return }
        promise(Set(link.parameters.map(\.name)).count == link.parameters.count, "no parameter is there twice")
        promise(link["pa"] == link.payeeAddress && link.payeeAddress.contains("@"), "a link names its payee")
        promise(link.signedText.map { link.text.hasPrefix($0 + "&sign=") } ?? true, "what was signed stands before it")
    }
}
