/// One check of a document, with its outcome.
public struct VerificationCheck: Hashable, Sendable {
    /// The checks, in the order of ISO/IEC 18013-5, section 9.3; the raw values are stable names.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        // Before the steps: the document can be parsed.
        case form
        // Step 1: the issuer's certificate.
        case issuerCertificate = "issuer-certificate"
        case issuerProfile = "issuer-profile"
        case issuerRevocation = "issuer-revocation"
        // Step 2
        case issuerSignature = "issuer-signature"
        // Step 3
        case digests
        // Step 4
        case docType = "doc-type"
        // Step 5
        case signingTime = "signing-time"
        case validity
        // Step 6
        case deviceAuthentication = "device-authentication"
        case keyAuthorizations = "key-authorizations"
        // Step 7
        case requestedOnly = "requested-only"
        case valueTypes = "value-types"
        case issuingCountry = "issuing-country"
        case status

        /// The step of the standard, 1 to 7; 0 for the check before them.
        package var step: Int {
            switch self {
            case .form: 0
            case .issuerCertificate, .issuerProfile, .issuerRevocation: 1
            case .issuerSignature: 2
            case .digests: 3
            case .docType: 4
            case .signingTime, .validity: 5
            case .deviceAuthentication, .keyAuthorizations: 6
            case .requestedOnly, .valueTypes, .issuingCountry, .status: 7
            }
        }

        /// The title of the check for users.
        package var title: String {
            switch self {
            case .form: "The document can be read"
            case .issuerCertificate: "The issuer's certificate leads to a trusted authority"
            case .issuerProfile: "Issuer and authority are what the standard asks for"
            case .issuerRevocation: "The issuer's certificate is not revoked"
            case .issuerSignature: "The issuer signed the document"
            case .digests: "Every item is one that the issuer signed"
            case .docType: "The document is of the type that was asked for"
            case .signingTime: "It was signed while the certificate was good"
            case .validity: "It is valid at this time"
            case .deviceAuthentication: "The device has the document's key, in this session"
            case .keyAuthorizations: "The device says only what it may"
            case .requestedOnly: "Nothing came that was not asked for"
            case .valueTypes: "Values are what their names promise"
            case .issuingCountry: "The country that it names is its issuer's"
            case .status: "The document is not revoked"
            }
        }
    }

    /// The outcome of a check.
    public enum Outcome: String, Hashable, Sendable {
        case passed
        case failed
        /// Nothing is known: input was missing, or an earlier check left nothing to check.
        case notRun = "not-run"
    }

    /// The name of the check.
    public let name: Name
    /// The outcome of the check.
    public let outcome: Outcome
    /// The stable code of the failure; `nil` otherwise.
    public let code: String?
    /// A clause with the finding, the cause of the failure, or the reason for not running. It contains no personal
    /// data.
    public let reason: String
    /// The broken rules that the policy lowers to warnings.
    public let warnings: [AcceptanceWarning]

    static func passed(
        _ name: Name, _ reason: String, warnings: [AcceptanceWarning] = []
    ) -> VerificationCheck {
        VerificationCheck(name: name, outcome: .passed, code: nil, reason: reason, warnings: warnings)
    }

    /// Returns the failure of the first finding that the policy doesn't accept, or else `outcome` with the warnings of the
    /// findings.
    static func judged(
        _ name: Name, _ findings: [Finding], by policy: AcceptancePolicy, or outcome: Outcome = .passed,
        _ reason: String
    ) -> VerificationCheck {
        let (refusal, warnings) = policy.judge(findings)
        if let refusal { return .failed(name, refusal.code, refusal.detail) }
        return VerificationCheck(name: name, outcome: outcome, code: nil, reason: reason, warnings: warnings)
    }

    static func failed(_ name: Name, _ code: String, _ reason: String) -> VerificationCheck {
        VerificationCheck(name: name, outcome: .failed, code: code, reason: reason, warnings: [])
    }

    static func notRun(_ name: Name, _ reason: String) -> VerificationCheck {
        VerificationCheck(name: name, outcome: .notRun, code: nil, reason: reason, warnings: [])
    }
}
