/// What is wrong with a pass, in one sentence: the mistakes that Wallet refuses without a word, and those it passes over.
public struct PassFault: Hashable, Sendable, CustomStringConvertible {
    /// Whether Wallet refuses the pass, or shows less than was meant.
    public enum Severity: String, Hashable, Sendable { case error, warning }

    /// A stable name for the kind of mistake.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// `pass.json` is missing or no JSON object.
        case content = "PASS_CONTENT"
        /// A member that has to be there is not.
        case missing = "PASS_MEMBER_MISSING"
        /// A member has another type or range.
        case invalid = "PASS_MEMBER_INVALID"
        /// A member that Wallet does not know, and passes over.
        case unknown = "PASS_MEMBER_UNKNOWN"
        /// No style, or more than one.
        case style = "PASS_STYLE"
        /// Two fields of one key, or more than the style shows.
        case fields = "PASS_FIELDS"
        case barcode = "PASS_BARCODE"
        case nfc = "PASS_NFC"
        /// Updates: an address without a token, or the other way round.
        case webService = "PASS_WEB_SERVICE"
        /// The binding to an account.
        case binding = "PASS_BINDING"
        case personalization = "PASS_PERSONALIZATION"
        /// A picture that has to be there is not, or is no PNG.
        case image = "PASS_IMAGE"
        /// A picture that is cut or scaled down.
        case imageSize = "PASS_IMAGE_SIZE"
        /// A picture that the style does not show.
        case imageUnused = "PASS_IMAGE_UNUSED"
        /// A language's strings or pictures.
        case language = "PASS_LANGUAGE"
        /// A file that has no business in a pass.
        case file = "PASS_FILE"
        /// The signature hashes with an algorithm that is weak, and that Wallet takes.
        case signatureDigest = "PASS_SIGNATURE_DIGEST"
        /// The pass says another type or team than the certificate that signs it.
        case signer = "PASS_SIGNER"
    }

    public let code: Code
    public let severity: Severity
    /// The file, and in JSON the member: `pass.json/barcodes/0/format`.
    public let place: String
    /// What is wrong, and what would be right.
    public let sentence: String

    init(_ code: Code, _ severity: Severity, at place: String, _ sentence: String) {
        self.code = code
        self.severity = severity
        self.place = place
        self.sentence = sentence
    }

    public var description: String { "\(severity.rawValue): \(place): \(sentence) [\(code.rawValue)]" }
}
