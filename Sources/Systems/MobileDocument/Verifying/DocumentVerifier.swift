public import Foundation
public import JourneyCrypto

/// A verifier of documents in all seven steps of ISO/IEC 18013-5, section 9.3.
///
/// It trusts only the authorities that it was given, does not use the system's clock, fetches nothing, and cannot omit
/// a check: checks that lack input are reported as not run.
public struct DocumentVerifier: Sendable {
    /// The reader's own record of the session: the transcript, and the ephemeral key that verifies a device's MAC. Never take
    /// either from the response.
    public struct Session: Sendable {
        /// The reader's own transcript: never one that came with the response.
        var transcript: SessionTranscript
        /// The reader's ephemeral key, for which a device's MAC is created.
        var readerKey: AgreementKey?

        package init(transcript: SessionTranscript, readerKey: AgreementKey? = nil) {
            self.transcript = transcript
            self.readerKey = readerKey
        }
    }

    /// The trusted authorities.
    public var trust: IssuerTrust
    /// Revocation lists of the authorities.
    public var revocationLists: [RevocationList]
    /// Status lists of documents, as fetched.
    public var statusTokens: [StatusToken]
    /// The templates of known document types.
    public var templates: [DocumentTemplate]
    /// The tolerated clock difference to the issuer for the validity of a document, in seconds; 0 by default.
    public var clockSkew: TimeInterval
    /// The policy of documents whose type has none of its own.
    public var policy: AcceptancePolicy
    /// The policies of document types.
    public var policies: [DocumentType: AcceptancePolicy]

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - trust: The trusted authorities.
    ///   - revocationLists: Revocation lists of the authorities.
    ///   - statusTokens: Status lists of documents, as fetched.
    ///   - templates: The templates of known document types.
    ///   - clockSkew: The tolerated clock difference to the issuer, in seconds.
    ///   - policy: The policy of documents whose type has none of its own.
    ///   - policies: The policies of document types.
    public init(
        trust: IssuerTrust, revocationLists: [RevocationList] = [], statusTokens: [StatusToken] = [],
        templates: [DocumentTemplate] = DocumentTemplate.known, clockSkew: TimeInterval = 0,
        policy: AcceptancePolicy = .isoAnnexB, policies: [DocumentType: AcceptancePolicy] = [:]
    ) {
        self.trust = trust
        self.revocationLists = revocationLists
        self.statusTokens = statusTokens
        self.templates = templates
        self.clockSkew = clockSkew
        self.policy = policy
        self.policies = policies
    }

    /// Verifies a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - session: The session; without it, the device's possession of the document's key is not checked.
    ///   - request: The requested documents; without them, the response is not compared with the request.
    ///   - time: The time of the verification.
    /// - Returns: The report.
    public func verify(
        _ response: DeviceResponse, session: Session?, request: [RequestedDocument]?, at time: Date
    ) -> ResponseReport {
        var open = request.map(OpenRequests.init)
        let documents = response.entries.map { entry in
            switch entry {
            case .unreadable(let docType, let error): return DocumentReport(unreadable: docType, error)
            case .document(let document):
                let answered = open?.removeRequest(answeredBy: document) ?? .unknown
                return verify(document, session: session, request: answered, at: time)
            }
        }
        return ResponseReport(
            status: response.status, documents: documents, documentErrors: response.documentErrors,
            missing: open?.docTypes ?? [])
    }

    /// Verifies one document, which answers `request`.
    private func verify(
        _ document: PresentedDocument, session: Session?, request: RequestCheck.Answered, at time: Date
    ) -> DocumentReport {
        let policy = policies[document.docType] ?? policy
        let issuer = IssuerCheck(
            document.issuerSigned, docType: document.docType, verifier: self, policy: policy, time: time)
        let data = DataCheck(document, templates: templates, policy: policy)
        let device = DeviceCheck(document, session: session)
        let asked = RequestCheck(document, elements: data.elements, request: request)
        return DocumentReport(
            docType: document.docType,
            checks: [.passed(.form, "every part has its form")] + issuer.checks + [data.digests, asked.docType]
                + issuer.times + device.checks
                + [
                    asked.requestedOnly, data.valueTypes,
                    IssuerCheck.checkCountry(data.elements, path: issuer.path),
                    StatusCheck(
                        tokens: statusTokens, revocationLists: revocationLists, path: issuer.path, policy: policy,
                        time: time
                    )
                    .check(document.issuerSigned.mso.status),
                ], elements: data.elements, errors: document.errors, path: issuer.path,
            policy: policy)
    }
}
