/// A payment code of one of the known kinds.
public enum PaymentCode: Hashable, Sendable {
    /// A merchant's code.
    case merchant(MerchantCode)
    /// A consumer's code.
    case consumer(ConsumerCode)
    /// A UPI link.
    case upi(UPILink)

    /// Reads a code whose kind its beginning shows. Text of another kind is refused, and never opened.
    ///
    /// - Parameters:
    ///   - text: The text of a code, or what a person pasted.
    ///   - profiles: The national profiles; without them, the package's own.
    /// - Returns: The code.
    /// - Throws: `PaymentCodeError` with the reason and the path of the object.
    public static func read(_ text: String, profiles: [PaymentProfile]? = nil) throws(PaymentCodeError) -> PaymentCode {
        let trimmed = CodeText.trimmed(text)
        if UPILink.isLink(trimmed) { return .upi(try UPILink.read(trimmed)) }
        // The Base64 of `85`, its length and `CPV`.
        if trimmed.hasPrefix("hQVDUFY") { return .consumer(try ConsumerCode.read(trimmed)) }
        return .merchant(try MerchantCode.read(trimmed, profiles: profiles))
    }
}
