public import Foundation

/// The rules under which certificates, lists of authorities and documents are accepted: each check is enforced, gives a
/// warning, or is off.
///
/// A policy governs only the checks of `Check`. No policy disables the others: signatures, MACs, digests, device
/// authentication, paths to a trusted authority, key usages and purposes that are present and wrong, unknown critical
/// extensions, validity at the time of the check, duplicate keys, limits, and the document types that a list names.
///
/// The default everywhere is `isoAnnexB`. An application may copy a policy and change single checks; the copy has its own
/// name, which reports show.
public struct AcceptancePolicy: Hashable, Sendable, CustomStringConvertible {
    /// A check that a policy governs; the raw values are stable names.
    public enum Check: String, Hashable, Sendable, CaseIterable {
        /// The document signer's key usage is digitalSignature alone.
        case signerKeyUsage = "signer-key-usage"
        /// The key usage of a VICAL's signer is digitalSignature or nonRepudiation and nothing else.
        case listSignerKeyUsage = "vical-signer-key-usage"
        /// An authority is self-signed, with path length 0 and the key usages keyCertSign and cRLSign alone.
        case authorityProfile = "authority-profile"
        /// Extensions are critical where annex B says so, and issuerAltName, CRL distribution points and key identifiers
        /// are present.
        case extensions
        /// Signers are valid for at most 457 days, authorities for at most 20 years.
        case lifetimes
        /// The signer's country is its authority's.
        case country
        /// The signer's state or province is its authority's, where the authority names one.
        case state
        /// Certificates are in DER with well-formed extensions and serial numbers of at most 20 bytes.
        case encoding
        /// The next update of the VICAL is not due.
        case listNextUpdate = "vical-next-update"
        /// The VICAL is not older than one seen before.
        case listOrder = "vical-order"
        /// The subject key identifier in a VICAL's entry is its certificate's.
        case listKeyIdentifier = "vical-key-identifier"
        /// The document was signed within the validity of its signer's certificate.
        case signingTime = "signing-time"
        /// The revocation list of the signer's authority, and the status lists that the document names, were given.
        case revocation
        /// Values have the forms of their document type's edition.
        case elementTypes = "element-types"
    }

    /// The consequence of a failed check.
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Refuses what fails the check.
        case enforce
        /// Accepts it, with a warning in the report.
        case warn
        /// Accepts it.
        case off
    }

    /// The name of the policy in reports.
    public let name: String
    /// The name of the built-in policy that this one was copied from; `nil` for a built-in policy.
    public let base: String?
    /// The time after a VICAL's next update for which the list is still accepted where `listNextUpdate` isn't enforced, in
    /// seconds; `nil` for no limit.
    public let listGrace: TimeInterval?
    /// `true` if VICALs are ordered by their dates, because the provider's issue numbers do not grow.
    public let ordersListsByDate: Bool
    private let levels: [Check: Level]

    private init(
        _ name: String, warn: Set<Check>, off: Set<Check>, listGrace: TimeInterval?, ordersListsByDate: Bool = false
    ) {
        self.name = name
        base = nil
        self.listGrace = listGrace
        self.ordersListsByDate = ordersListsByDate
        levels = Dictionary(
            uniqueKeysWithValues: Check.allCases.map { check in
                (check, off.contains(check) ? .off : warn.contains(check) ? .warn : .enforce)
            })
    }

    /// Creates a copy of a policy with changes.
    ///
    /// - Parameters:
    ///   - name: The name of the new policy. Reports show it together with the name of the built-in policy.
    ///   - policy: The policy to copy.
    ///   - changes: The levels to change.
    ///   - listGrace: The grace after a VICAL's next update in seconds; `nil` to copy it.
    ///   - ordersListsByDate: `true` to order VICALs by date; `nil` to copy it.
    public init(
        _ name: String, basedOn policy: AcceptancePolicy, changing changes: [Check: Level] = [:],
        listGrace: TimeInterval? = nil, ordersListsByDate: Bool? = nil
    ) {
        self.name = name
        base = policy.base ?? policy.name
        self.listGrace = listGrace ?? policy.listGrace
        self.ordersListsByDate = ordersListsByDate ?? policy.ordersListsByDate
        levels = policy.levels.merging(changes) { $1 }
    }

    /// The level of a check.
    ///
    /// - Parameter check: The check.
    /// - Returns: The level.
    public subscript(_ check: Check) -> Level { levels[check] ?? .enforce }

    /// The name of the policy, and that of the built-in policy that it was copied from.
    public var description: String { base.map { "\(name) (based on \($0))" } ?? name }

    /// ISO/IEC 18013-5, annexes B and C, to the letter: the default.
    ///
    /// Revocation and status lists are checked where given; an application requires them by a copy of this policy.
    public static let isoAnnexB = AcceptancePolicy("iso-annex-b", warn: [], off: [.revocation], listGrace: 0)

    /// The licences of North America, with the lists that AAMVA publishes.
    public static let aamva = AcceptancePolicy(
        "aamva",
        warn: [
            .signerKeyUsage, .authorityProfile, .extensions, .lifetimes, .state, .encoding, .listNextUpdate,
            .listKeyIdentifier, .revocation,
        ], off: [], listGrace: 30 * 86_400, ordersListsByDate: true)

    /// The identification data of the European Union, with lists such as RDW's.
    public static let euPID = AcceptancePolicy(
        "eu-pid",
        warn: [
            .authorityProfile, .extensions, .lifetimes, .encoding, .listNextUpdate, .listKeyIdentifier, .elementTypes,
        ], off: [], listGrace: 30 * 86_400)

    /// Everything that a policy can relax, for tests and for finding out what a document lacks. Reports name it.
    public static let lenient = AcceptancePolicy(
        "lenient", warn: Set(Check.allCases), off: [.lifetimes, .revocation], listGrace: nil)

    /// The built-in policies.
    public static let known = [isoAnnexB, aamva, euPID, lenient]
}

/// A failed check that the policy lowers to a warning.
public struct AcceptanceWarning: Hashable, Sendable, CustomStringConvertible {
    /// The check of the policy; `nil` for a remark that no policy governs.
    public let check: AcceptancePolicy.Check?
    /// The stable code, the same as that of the failure under a policy that enforces the check.
    public let code: String
    /// The cause, for developers. It contains no personal data.
    public let detail: String

    public var description: String { "\(code): \(detail)" }
}

/// A broken rule of a certificate, a list or a document, before a policy judges it.
struct Finding {
    /// The check of the policy that governs the rule; `nil` for a rule that always holds.
    let check: AcceptancePolicy.Check?
    let code: String
    let detail: String
}

extension AcceptancePolicy {
    /// Returns the first finding that the policy doesn't accept, and the warnings of the others.
    func judge(_ findings: [Finding]) -> (refusal: Finding?, warnings: [AcceptanceWarning]) {
        var refusal: Finding?
        var warnings: [AcceptanceWarning] = []
        for finding in findings {
            switch finding.check.map({ self[$0] }) ?? .enforce {
            case .enforce: refusal = refusal ?? finding
            case .warn:
                warnings.append(AcceptanceWarning(check: finding.check, code: finding.code, detail: finding.detail))
            case .off: break
            }
        }
        return (refusal, warnings)
    }
}
