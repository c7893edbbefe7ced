/// A problem with a pass, in one sentence. Covers mistakes for which Wallet silently refuses the pass or ignores parts of it.
public struct PassFault: Hashable, Sendable, CustomStringConvertible {
    /// The severity: Wallet refuses the pass, or shows less than intended.
    public enum Severity: String, Hashable, Sendable { case error, warning }

    /// The stable codes of the kinds of problems.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// `pass.json` is missing or not a JSON object.
        case content = "PASS_CONTENT"
        /// A required member is missing.
        case missing = "PASS_MEMBER_MISSING"
        /// A member has the wrong type or is out of range.
        case invalid = "PASS_MEMBER_INVALID"
        /// A member that Wallet does not know and ignores.
        case unknown = "PASS_MEMBER_UNKNOWN"
        /// No style, or more than one.
        case style = "PASS_STYLE"
        /// Two fields with the same key, or more fields than the style shows.
        case fields = "PASS_FIELDS"
        case barcode = "PASS_BARCODE"
        case nfc = "PASS_NFC"
        /// A web service address without a token, or a token without an address.
        case webService = "PASS_WEB_SERVICE"
        /// A problem with the binding to an account.
        case binding = "PASS_BINDING"
        case personalization = "PASS_PERSONALIZATION"
        /// A required image is missing, or an image is not PNG.
        case image = "PASS_IMAGE"
        /// An image that is cropped or scaled down.
        case imageSize = "PASS_IMAGE_SIZE"
        /// An image that the style does not show.
        case imageUnused = "PASS_IMAGE_UNUSED"
        /// A problem with a language's strings or images.
        case language = "PASS_LANGUAGE"
        /// A file that does not belong in a pass.
        case file = "PASS_FILE"
        /// The signature uses a weak hash function that Wallet accepts.
        case signatureDigest = "PASS_SIGNATURE_DIGEST"
        /// The pass has another type or team than the certificate of its signer.
        case signer = "PASS_SIGNER"
    }

    public let code: Code
    public let severity: Severity
    /// The path of the file, and in JSON of the member: `pass.json/barcodes/0/format`.
    public let place: String
    /// The problem and how to correct it.
    public let sentence: String

    init(_ code: Code, _ severity: Severity, at place: String, _ sentence: String) {
        self.code = code
        self.severity = severity
        self.place = place
        self.sentence = sentence
    }

    public var description: String { "\(severity.rawValue): \(place): \(sentence) [\(code.rawValue)]" }
}
