/// A problem with a pass, in one sentence. Covers mistakes for which Wallet silently refuses the pass or ignores parts of it.
public struct PassFault: Hashable, Sendable, CustomStringConvertible {
    /// The severity: Wallet refuses the pass, or shows less than intended.
    public enum Severity: String, Hashable, Sendable { case error, warning }

    /// The stable codes of the kinds of problems.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// `pass.json` is missing or not a JSON object.
        ///
        /// Next step: Add a `pass.json`; `journey pass new` makes one.
        case content = "PASS_CONTENT"
        /// A required member is missing.
        ///
        /// Next step: Add the member that the message names.
        case missing = "PASS_MEMBER_MISSING"
        /// A member has another type, or a value that is out of range.
        ///
        /// Next step: Write the value that the message describes.
        case invalid = "PASS_MEMBER_INVALID"
        /// Wallet ignores an unknown member.
        ///
        /// Next step: Correct its spelling, or remove it.
        case unknown = "PASS_MEMBER_UNKNOWN"
        /// The pass has no style, or more than one.
        ///
        /// Next step: Keep exactly one style, such as `storeCard`.
        case style = "PASS_STYLE"
        /// Two fields have the same key, or there are more fields than the style shows.
        ///
        /// Next step: Give each field its own key, or remove some.
        case fields = "PASS_FIELDS"
        /// A barcode has an unknown format, an invalid encoding or no message.
        ///
        /// Next step: Write the format and encoding that the message names.
        case barcode = "PASS_BARCODE"
        /// The NFC dictionary is invalid.
        ///
        /// Next step: Correct the member that the message names.
        case nfc = "PASS_NFC"
        /// The web service has a URL without a token, or a token without a URL.
        ///
        /// Next step: Write both `webServiceURL` and `authenticationToken`, or neither.
        case webService = "PASS_WEB_SERVICE"
        /// The binding to an account is missing or invalid.
        ///
        /// Next step: Correct the member that the message names.
        case binding = "PASS_BINDING"
        /// The personalization's data or pictures are missing or invalid.
        ///
        /// Next step: Correct `personalization.json`, and add its logo.
        case personalization = "PASS_PERSONALIZATION"
        /// A required picture is missing, or a picture is not a PNG.
        ///
        /// Next step: Add the PNG that the message names.
        case image = "PASS_IMAGE"
        /// Wallet crops or scales down a picture.
        ///
        /// Next step: Draw the picture in the size that the message names.
        case imageSize = "PASS_IMAGE_SIZE"
        /// The style doesn't show a picture.
        ///
        /// Next step: Remove the picture, or choose another style.
        case imageUnused = "PASS_IMAGE_UNUSED"
        /// A language's strings or pictures are invalid.
        ///
        /// Next step: Correct the file that the message names.
        case language = "PASS_LANGUAGE"
        /// A file doesn't belong in a pass.
        ///
        /// Next step: Remove the file.
        case file = "PASS_FILE"
        /// The signature uses a weak digest, which Wallet accepts.
        ///
        /// Next step: Sign again with SHA-256.
        case signatureDigest = "PASS_SIGNATURE_DIGEST"
        /// The pass names another type or team than its signing certificate.
        ///
        /// Next step: Write the certificate's type and team into `pass.json`, or sign with another certificate.
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
