package import JourneyCBOR
package import JourneyCrypto

/// What a reader knows of one document: every check with its outcome, and the elements. There is no single word for it:
/// which checks an application can do without is its policy to state.
public struct DocumentReport: Sendable {
    /// An element that came.
    package struct Element: Sendable {
        /// Who vouches for it.
        package enum Source: String, Sendable {
            case issuer
            case device
        }

        package let name: ElementName
        package let source: Source
        /// The value, as received.
        package let value: CBORItem
        /// Whether it is one of those that the issuer signed, by its digest, or that the device may sign, by the MSO. Says
        /// nothing about the other checks.
        package let isCovered: Bool
    }

    package let docType: DocumentType
    /// All checks, in order, each once.
    package let checks: [VerificationCheck]
    package let elements: [Element]
    /// What was not returned, and why.
    package let errors: [ElementName: Int64]
    /// Leaf first; `nil` when no path leads to a trusted authority.
    package let path: CertificatePath?

    /// The checks with that outcome.
    package func checks(_ outcome: VerificationCheck.Outcome) -> [VerificationCheck] {
        checks.filter { $0.outcome == outcome }
    }

    /// The check of that name.
    package subscript(_ name: VerificationCheck.Name) -> VerificationCheck? { checks.first { $0.name == name } }

    /// What the issuer's statements of age in `nameSpace` say about `years`; `nil` when they say nothing, when they contradict
    /// each other, and unless the checks of who issued, of the signature, the digests and the times have passed. What a device
    /// says of itself does not count.
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
        // Nobody is over 21 and not over 18.
        if let reached = known.filter(\.value).keys.max(), known.contains(where: { !$0.value && $0.key <= reached }) {
            return nil
        }
        return AgeElement.conclusion(for: years, known: known)
    }
}

extension DocumentReport {
    /// The report of a document that cannot be read: everything else is not run.
    init(unreadable docType: DocumentType?, _ error: CBORError) {
        let others = VerificationCheck.Name.allCases.filter { $0 != .form }
        self.init(
            docType: docType ?? DocumentType(""),
            checks: [
                .failed(.form, error.reason.rawValue, "\(error.detail), at byte \(error.offset)")
            ] + others.map { .notRun($0, "the document cannot be read") }, elements: [], errors: [:], path: nil)
    }
}

/// What a reader knows of a response.
public struct ResponseReport: Sendable {
    /// As the response says.
    public let status: UInt64
    /// In the order of the response. What fails in one says nothing about the others.
    public let documents: [DocumentReport]
    /// Why documents were not returned.
    public let documentErrors: [(docType: DocumentType, code: Int64)]
    /// What was asked for and did not come.
    public let missing: [DocumentType]

    /// Whether a check of any document failed. `false` does not mean that all were run, nor that there is a document.
    public var hasFailure: Bool { documents.contains { !$0.checks(.failed).isEmpty } }
}
