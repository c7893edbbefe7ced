package import JourneyCBOR
package import JourneyCrypto

/// The verification report of one document: every check with its outcome, and the elements. There is no overall
/// verdict: the application decides which checks it requires.
public struct DocumentReport: Sendable {
    /// A returned element.
    package struct Element: Sendable {
        /// The signer of the element.
        package enum Source: String, Sendable {
            case issuer
            case device
        }

        package let name: ElementName
        package let source: Source
        /// The value, as received.
        package let value: CBORItem
        /// `true` if the element is covered by an issuer's digest, or is a device-signed element that the MSO
        /// authorizes. Independent of the other checks.
        package let isCovered: Bool
    }

    package let docType: DocumentType
    /// All checks in order, each once.
    package let checks: [VerificationCheck]
    package let elements: [Element]
    /// The elements that were not returned, with their error codes.
    package let errors: [ElementName: Int64]
    /// The signer's certificate path, leaf first; `nil` when no path leads to a trusted authority.
    package let path: CertificatePath?
    /// The policy under which the document was verified; `nil` for a document that cannot be parsed.
    package let policy: AcceptancePolicy?

    /// The warnings of all checks.
    package var warnings: [AcceptanceWarning] { checks.flatMap(\.warnings) }

    /// Returns the checks with an outcome.
    package func checks(_ outcome: VerificationCheck.Outcome) -> [VerificationCheck] {
        checks.filter { $0.outcome == outcome }
    }

    /// The check of a name.
    package subscript(_ name: VerificationCheck.Name) -> VerificationCheck? { checks.first { $0.name == name } }

    /// Returns the answer of the issuer's age statements in `nameSpace` for `years`.
    ///
    /// `nil` when no answer follows, when the statements contradict each other, and unless the checks of issuer,
    /// signature, digests and times have passed. Device-signed statements do not count.
    package func isOver(_ years: Int, in nameSpace: String) -> Bool? {
        let needed: [VerificationCheck.Name] = [
            .issuerCertificate, .issuerProfile, .issuerSignature, .digests, .signingTime, .validity,
        ]
        guard needed.allSatisfy({ self[$0]?.outcome == .passed }) else { return nil }
        var known: [Int: Bool] = [:]
        for element in elements where element.source == .issuer && element.name.nameSpace == nameSpace {
            if let age = AgeElement(element.name.identifier), let value = element.value.boolean {
                known[age.years] = value
            }
        }
        // The statements contradict each other: over 21 and not over 18, for example.
        if let reached = known.filter(\.value).keys.max(), known.contains(where: { !$0.value && $0.key <= reached }) {
            return nil
        }
        return AgeElement.conclusion(for: years, known: known)
    }
}

extension DocumentReport {
    /// Creates the report of a document that cannot be parsed: all other checks are not run.
    init(unreadable docType: DocumentType?, _ error: CBORError) {
        let others = VerificationCheck.Name.allCases.filter { $0 != .form }
        self.init(
            docType: docType ?? DocumentType(""),
            checks: [
                .failed(.form, error.reason.rawValue, "\(error.detail), at byte \(error.offset)")
            ] + others.map { .notRun($0, "the document cannot be parsed") }, elements: [], errors: [:], path: nil,
            policy: nil)
    }
}

/// The verification report of a response.
public struct ResponseReport: Sendable {
    /// The status in the response.
    public let status: UInt64
    /// The reports in the order of the response. A failure in one does not affect the others.
    public let documents: [DocumentReport]
    /// The error codes of documents that were not returned.
    public let documentErrors: [(docType: DocumentType, code: Int64)]
    /// The requested documents that are missing from the response.
    public let missing: [DocumentType]

    /// `true` if a check of any document failed. `false` does not mean that all checks were run, or that there is a
    /// document.
    public var hasFailure: Bool { documents.contains { !$0.checks(.failed).isEmpty } }
}
