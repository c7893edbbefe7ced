public import Foundation
public import JourneyCrypto

/// Checks documents in all seven steps of ISO/IEC 18013-5, section 9.3. It trusts nobody unless told, decides nothing by the
/// system's clock, fetches nothing, and cannot leave a check out: what it was not given is reported as not run.
public struct DocumentVerifier: Sendable {
    /// The session that a response belongs to, as the reader itself knows it.
    public struct Session: Sendable {
        /// The reader's own transcript: never one that came with the response.
        var transcript: SessionTranscript
        /// The reader's ephemeral key, which a device's MAC is for.
        var readerKey: AgreementKey?

        package init(transcript: SessionTranscript, readerKey: AgreementKey? = nil) {
            self.transcript = transcript
            self.readerKey = readerKey
        }
    }

    /// The authorities that are believed.
    public var trust: IssuerTrust
    /// Revocation lists of those authorities.
    public var revocationLists: [RevocationList]
    /// Lists of revoked documents, as they were fetched.
    public var statusTokens: [StatusToken]
    /// What is known of types of documents.
    public var templates: [DocumentTemplate]
    /// How far the clocks of issuer and reader may differ for the validity of a document; none unless told.
    public var clockSkew: TimeInterval

    /// A verifier of these parts.
    public init(
        trust: IssuerTrust, revocationLists: [RevocationList] = [], statusTokens: [StatusToken] = [],
        templates: [DocumentTemplate] = DocumentTemplate.known, clockSkew: TimeInterval = 0
    ) {
        self.trust = trust
        self.revocationLists = revocationLists
        self.statusTokens = statusTokens
        self.templates = templates
        self.clockSkew = clockSkew
    }

    /// What is to be known of `response` at `time`. Without `session` nothing says that the device has the document's key;
    /// without `request` nothing says what was asked for.
    public func verify(
        _ response: DeviceResponse, session: Session?, request: [RequestedDocument]?, at time: Date
    ) -> ResponseReport {
        var open = request.map(OpenRequests.init)
        let documents = response.entries.map { entry in
            switch entry {
            case .unreadable(let docType, let error): return DocumentReport(unreadable: docType, error)
            case .document(let document):
                let answered = open?.take(answeredBy: document) ?? .unknown
                return verify(document, session: session, request: answered, at: time)
            }
        }
        return ResponseReport(
            status: response.status, documents: documents, documentErrors: response.documentErrors,
            missing: open?.docTypes ?? [])
    }

    /// What is to be known of one document, which answers `request`.
    private func verify(
        _ document: PresentedDocument, session: Session?, request: RequestCheck.Answered, at time: Date
    ) -> DocumentReport {
        let issuer = IssuerCheck(document.issuerSigned, docType: document.docType, verifier: self, time: time)
        let data = DataCheck(document, templates: templates)
        let device = DeviceCheck(document, session: session)
        let asked = RequestCheck(document, elements: data.elements, request: request)
        return DocumentReport(
            docType: document.docType,
            checks: [.passed(.form, "every part has its form")] + issuer.checks + [data.digests, asked.docType]
                + issuer.times + device.checks
                + [
                    asked.requestedOnly, data.valueTypes,
                    IssuerCheck.checkCountry(data.elements, path: issuer.path),
                    StatusCheck(tokens: statusTokens, revocationLists: revocationLists, path: issuer.path, time: time)
                        .check(document.issuerSigned.mso.status),
                ], elements: data.elements, errors: document.errors, path: issuer.path)
    }
}
