/// A UPI payment link (NPCI, UPI Linking Specification 1.6): `upi://pay?pa=…`.
public struct UPILink: Hashable, Sendable {
    /// A parameter, decoded.
    public struct Parameter: Hashable, Sendable {
        /// The name, such as `pa`.
        public let name: String
        /// The value.
        public let value: String
    }

    /// The link as it was read.
    public let text: String
    /// All parameters in the order of the link, with those that have no property here.
    public let parameters: [Parameter]
    /// The payee's virtual payment address (`pa`).
    public let payeeAddress: String
    /// The payee's name (`pn`). The switch's verified name is the one to show.
    public let payeeName: String?
    /// The merchant category (`mc`), four digits.
    public let category: String?
    /// The amount (`am`); `nil` if the payer types it.
    public let amount: PaymentAmount?
    /// The smallest amount that the payer may type (`mam`).
    public let minimumAmount: PaymentAmount?
    /// The part of the link before `sign`, over which the signature is; `nil` without a signature.
    public let signedText: String?

    /// The longest link, in bytes.
    public static let longest = 2_048
    /// The beginning of each link.
    private static let start = "upi://pay?"

    /// Returns the value of a parameter, or `nil`.
    ///
    /// - Parameter name: The name, such as `tr`.
    public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Returns `true` if `text` begins as a link does, without regard to case.
    static func isLink(_ text: String) -> Bool {
        text.utf8.count >= start.utf8.count && zip(start.utf8, text.utf8).allSatisfy { $0 == $1.lowerCased }
    }

    /// Reads a link. White space around it is removed once. No address in it is ever opened.
    ///
    /// - Parameter text: The link.
    /// - Returns: The link's parts.
    /// - Throws: `PaymentCodeError`; the place is the parameter.
    public static func read(_ text: String) throws(PaymentCodeError) -> UPILink { try UPILink(CodeText.trimmed(text)) }

    private init(_ text: String) throws(PaymentCodeError) {
        guard text.utf8.count <= UPILink.longest else {
            throw PaymentCodeError(.tooLong, at: "", "The link has more than \(UPILink.longest) bytes.")
        }
        guard UPILink.isLink(text) else { throw PaymentCodeError(.otherKind, at: "", "The text isn't a UPI link.") }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw PaymentCodeError(.characters, at: "", "A character of the link is not visible ASCII.")
        }
        self.text = text
        let (parameters, signed) = try UPILink.parameters(text)
        self.parameters = parameters
        signedText = signed
        func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        func amount(_ name: String) throws(PaymentCodeError) -> PaymentAmount? {
            guard let text = value(name), !text.isEmpty else { return nil }
            return try PaymentCodeError.require(
                PaymentAmount(text, currency: "INR"), .amount, at: name,
                "The amount is not a positive number with at most two decimals.")
        }
        let address = try PaymentCodeError.require(
            value("pa"), .missing, at: "pa", "The payee's payment address is missing.")
        guard ProfileForm.isPaymentAddress(address) else {
            throw PaymentCodeError(.link, at: "pa", "The value is no virtual payment address.")
        }
        payeeAddress = address
        payeeName = value("pn")
        category = value("mc").flatMap { $0.isEmpty ? nil : $0 }
        guard category.map({ CodeText.isDigits($0, 4) }) ?? true else {
            throw PaymentCodeError(.category, at: "mc", "The merchant category is not four digits.")
        }
        guard value("cu").map({ $0 == "INR" }) ?? true else {
            throw PaymentCodeError(.currency, at: "cu", "The currency is not INR.")
        }
        self.amount = try amount("am")
        minimumAmount = try amount("mam")
    }

    /// Splits the query, and returns what stands before the signature.
    private static func parameters(
        _ text: String
    ) throws(PaymentCodeError) -> (list: [Parameter], signed: String?) {
        var (list, signed): ([Parameter], String?) = ([], nil)
        var seen: Set<String> = []
        let query = text.utf8.dropFirst(start.utf8.count)
        for part in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(decoding: sides[0], as: UTF8.self)
            guard !name.isEmpty, name.utf8.allSatisfy(\.isLetterOrDigit), sides.count == 2 else {
                throw PaymentCodeError(.link, at: "", "A parameter is not a name and a value.")
            }
            guard let value = PercentEncoding.decoded(sides[1]) else {
                throw PaymentCodeError(
                    .link, at: name, "An escape is not two hexadecimal digits, or the value not UTF-8.")
            }
            guard CodeText.isVisible(value) else {
                throw PaymentCodeError(.characters, at: name, "A character is invisible or a control.")
            }
            guard signed == nil else {
                throw PaymentCodeError(.order, at: name, "The signature is not the last parameter.")
            }
            guard seen.insert(name).inserted else {
                throw PaymentCodeError(.duplicate, at: name, "The parameter occurs twice.")
            }
            if name == "sign" {
                signed = String(decoding: text.utf8[..<part.startIndex].dropLast(), as: UTF8.self)
            }
            list.append(Parameter(name: name, value: value))
        }
        return (list, signed)
    }
}
