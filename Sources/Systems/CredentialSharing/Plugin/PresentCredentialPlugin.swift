public import JourneyBase
import JourneyCBOR
import JourneyCrypto
public import MobileDocument
import Synchronization

/// A plugin with which a signed journey requests a document as one of its steps: `presentCredential` returns the
/// response and the elements that the user approved.
///
/// The user consents as for a reader nearby and sees which website receives the answer. The document's key signs for
/// that website and that run only: the bank's server can verify the response, and nobody else can use it. With an
/// `encryptionInfo`, the response is encrypted for the server, and the page learns only what was approved. If the host
/// provides a verifier, only documents that it accepts are sent.
public final class PresentCredentialPlugin: JourneyPlugin {
    /// The plugin's name in a manifest.
    public let name = "present_credential"
    /// The methods that pages may call.
    public let methods: Set<String> = ["presentCredential"]
    /// The permissions that a manifest has to grant.
    public let permissions: Set<PluginPermission> = [.proximity]

    private let origin: Origin
    private let source: any CredentialSource
    private let presenter: any Presenter
    private let trust: ReaderTrust
    private let verifier: DocumentVerifier?
    private let dependencies: Dependencies
    private let isAsking = Mutex(false)

    /// Creates a plugin for the journey whose pages are of `origin`.
    ///
    /// - Parameters:
    ///   - origin: The origin of the pages, as the host knows it: never as a page claims.
    ///   - source: The source of the documents.
    ///   - presenter: The presenter of the consent screen.
    ///   - trust: The authorities that certify readers; a signer's name is shown only if they vouch for it.
    ///   - verifier: Verifies a document before it is sent, as the server will; `nil` to send without verifying.
    ///   - dependencies: The source of the time.
    public init(
        origin: Origin, source: any CredentialSource, presenter: any Presenter,
        trust: ReaderTrust = ReaderTrust(anchors: []), verifier: DocumentVerifier? = nil,
        dependencies: Dependencies = .system
    ) {
        self.origin = origin
        self.source = source
        self.presenter = presenter
        self.trust = trust
        self.verifier = verifier
        self.dependencies = dependencies
    }

    /// Handles `presentCredential`.
    ///
    /// - Parameters:
    ///   - method: The name of the method.
    ///   - params: `{deviceRequest, encryptionInfo}` or `{deviceRequest, nonce}`.
    /// - Returns: `{response, shared}`: `response` is an EncryptedResponse or a DeviceResponse in base64url; `shared`
    ///   lists `{docType, nameSpace, element, retained}`.
    /// - Throws: `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for an invalid request, `BRIDGE_BUSY` while
    ///   the user is being asked, `USER_CANCELLED` when the user declines or lacks the document (a page cannot tell
    ///   these apart), `CREDENTIAL_NOT_VERIFIED`, and `STORE_FAILED`.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no method \(method).")
        }
        let ask = try WebsiteRequestParameters(params)
        let isFirst = isAsking.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard isFirst else { throw JourneyError(.bridgeBusy, "Another document request is waiting for the user.") }
        defer { isAsking.withLock { $0 = false } }
        let transcript = ask.transcript(origin)
        let question = try await question(ask.request, transcript)
        let allowed = try await consent(to: question)
        // Consent that is given after the step was left shares nothing.
        try Task.checkCancellation()
        let response = try await respond(question.approved(allowed), to: ask.request, transcript)
        try verify(response, ask, transcript)
        return [
            "response": .string(try text(of: response, ask)), "shared": PresentCredentialPlugin.list(question, allowed),
        ]
    }

    private func question(_ request: DeviceRequest, _ transcript: SessionTranscript) async throws -> ConsentRequest {
        let now = dependencies.now()
        let types = Set(request.documents.map(\.documentType))
        var cards: [SelectedDocument] = []
        for credential in try await source.credentials()
        where types.contains(credential.docType) && credential.isUsable(at: now) {
            // A damaged document does not hide the others.
            if let document = try? await source.preview(credential.id) {
                cards.append(SelectedDocument(credential: credential, document: document))
            }
        }
        return ConsentRequest(
            request, cards: cards, reader: .init(of: request, transcript: transcript, trust: trust, at: now))
    }

    private func consent(to question: ConsentRequest) async throws -> Set<ConsentRequest.ItemID> {
        let no = JourneyError(.userCancelled, "The user shared nothing.")
        let screens = HolderScreens(language: presenter.language)
        let goesTo = Screen.Block.text(presenter.language(.goesTo(origin.description)))
        guard !question.items.isEmpty else {
            // The user learns that the request cannot be answered; the page learns of a refusal only.
            _ = await presenter.ask(nothing(goesTo))
            throw no
        }
        var screen = screens.consent(question)
        screen.body.insert(goesTo, at: 0)
        let answer = await presenter.ask(screen)
        guard let allowed = HolderScreens.allowed(answer, of: question), !allowed.isEmpty else { throw no }
        return allowed
    }

    private func nothing(_ goesTo: Screen.Block) -> Screen {
        let language = presenter.language
        return Screen(
            id: "sharing-result", title: language(HolderPhrase.notSent),
            body: [.notice(.init(.info, language(HolderPhrase.nothingToSend))), goesTo],
            actions: [.init(id: "close", label: language(.close), role: .cancel)])
    }

    private func respond(
        _ approved: [ApprovedDocument], to request: DeviceRequest, _ transcript: SessionTranscript
    ) async throws -> [UInt8] {
        do {
            let crypto = CryptoService(source: source, settings: HolderSettings(), dependencies: dependencies)
            let answers = try await crypto.answers(approved, request) { $0.key.signature }.0
            return try await DeviceResponse.encode(answers, transcript: transcript)
        } catch let error as JourneyError { throw error } catch {
            throw JourneyError(
                .storeFailed,
                "A document could not be presented; its copies may be used up, or it is damaged: \(error).")
        }
    }

    private func verify(_ response: [UInt8], _ ask: WebsiteRequestParameters, _ transcript: SessionTranscript) throws {
        guard let verifier else { return }
        let fault = JourneyError(.credentialNotVerified, "The document failed verification. Nothing was shared.")
        guard let read = try? DeviceResponse(response[...]) else { throw fault }
        let report = verifier.verify(
            read, session: .init(transcript: transcript), request: ask.request.documents.map { RequestedDocument($0) },
            at: dependencies.now())
        guard !report.documents.isEmpty,
            report.documents.allSatisfy({ $0.faults(ReaderSettings.usuallyNeeded).isEmpty })
        else { throw fault }
    }

    private func text(of response: [UInt8], _ ask: WebsiteRequestParameters) throws -> String {
        switch ask.form {
        case .plain: return Base64URL.encode(response)
        case .sealed(let info):
            do throws(EnvelopeError) { return try info.seal(response, origin: origin.description).text } catch {
                throw JourneyError(.storeFailed, "The response could not be encrypted: \(error).")
            }
        }
    }

    private static func list(_ question: ConsentRequest, _ allowed: Set<ConsentRequest.ItemID>) -> JSONValue {
        .array(
            question.documents.flatMap { document in
                document.nameSpaces.flatMap(\.items).filter { allowed.contains($0.id) }.map { item in
                    [
                        "docType": .string(document.credential.docType.name),
                        "nameSpace": .string(item.id.name.nameSpace),
                        "element": .string(item.id.name.identifier), "retained": .bool(item.isRetained),
                    ]
                }
            })
    }
}

extension ErrorCode {
    /// The host's verifier didn't accept the document.
    ///
    /// Next step: Check the trusted authorities and the document's validity with `journey mdoc verify`.
    public static let credentialNotVerified = ErrorCode(rawValue: "CREDENTIAL_NOT_VERIFIED")
}
