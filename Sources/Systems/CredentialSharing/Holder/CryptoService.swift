import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// The cryptography of a transaction. It is stateless: keys live in the session, documents in their source.
struct CryptoService: Sendable {
    let source: any CredentialSource
    let settings: HolderSettings
    let dependencies: Dependencies
    /// Creates the ephemeral key of one transaction.
    let makeKey: @Sendable (EllipticCurve) throws -> EphemeralKey

    /// A response and the encrypted message that contains it.
    struct SealedResponse: Sendable {
        let message: [UInt8]
        let response: DeviceResponse
        /// The remaining copies of documents with few copies left.
        let runningLow: [Credential.ID: Int]
    }

    init(
        source: any CredentialSource, settings: HolderSettings, dependencies: Dependencies,
        makeKey: @escaping @Sendable (EllipticCurve) throws -> EphemeralKey = { try EphemeralKey(on: $0) }
    ) {
        self.source = source
        self.settings = settings
        self.dependencies = dependencies
        self.makeKey = makeKey
    }

    /// Creates the ephemeral key, the engagement and its QR code and stores them in the session. Throws `SessionError`.
    func prepareEngagement(in session: HolderSession) async throws(SessionError) {
        dependencies.log.record(.debug, "OR->>CRY: prepareEngagement")
        let key: EphemeralKey
        let engagement: Engagement
        do {
            key = try makeKey(settings.curve)
            engagement = try Engagement(key: key.publicKey, methods: [.bluetooth(options())])
        } catch { throw SessionError(.engagement) }
        guard let code = QRPicture(engagement.address()) else { throw SessionError(.engagement) }
        let context = CryptoContext(engagement: engagement, key: key)
        try session.setEngagement(PreparedEngagement(context: context, qrCode: code))
        dependencies.log.record(.debug, "CRY-->>OR: void")
    }

    /// Creates fresh service UUIDs for each mode.
    private func options() -> BluetoothOptions {
        BluetoothOptions(
            peripheralUUID: settings.modes.contains(.peripheralServer) ? uuid() : nil,
            centralUUID: settings.modes.contains(.centralClient) ? uuid() : nil)
    }

    private func uuid() -> [UInt8] {
        Hex.decode(dependencies.uuid().filter { $0 != "-" }) ?? dependencies.random(16)
    }

    /// Handles the reader's first message: derives the session keys, decrypts the request, stores it in the session and
    /// returns it.
    ///
    /// Throws `SessionError`; the session then holds the status message for the reader.
    func processSessionEstablishment(
        incoming bytes: [UInt8], in session: HolderSession
    ) async throws(SessionError) -> DeviceRequest {
        dependencies.log.record(.debug, "OR->>CRY: processSessionEstablishment", [.bytes: "\(bytes.count)"])
        guard let context = session.cryptoContext else { throw SessionError(.outOfState) }
        let input: SessionInput
        do throws(ChannelError) { input = try context.receive(bytes) } catch { throw SessionError(error) }
        guard let plaintext = input.plaintext else { throw SessionError(.outOfTurn) }
        let request: DeviceRequest
        do throws(CBORError) { request = try DeviceRequest(plaintext) } catch {
            let status = DeviceResponse.Status(rawValue: error.requestStatus) ?? .generalError
            context.queueFinalResponse(DeviceResponse.encode(status: status))
            throw SessionError(.invalidRequest)
        }
        try session.setRequest(request)
        dependencies.log.record(.debug, "CRY-->>OR: DeviceRequest", [.count: "\(request.documents.count)"])
        return request
    }

    /// Takes one copy of each document, has its key sign this session, and encrypts a response with exactly the
    /// approved elements.
    ///
    /// Throws `SessionError`; the session then holds an error response for a waiting reader.
    func generateDeviceSigned(
        items: [ApprovedDocument], in session: HolderSession
    ) async throws(SessionError) -> SealedResponse {
        dependencies.log.record(.debug, "OR->>CRY: generateDeviceSigned", [.count: "\(items.count)"])
        guard let context = session.cryptoContext, let request = session.request, let transcript = context.transcript
        else { throw SessionError(.outOfState) }
        do {
            let (answers, runningLow) = try await answers(items, request) { key(of: $0, context) }
            try Task.checkCancellation()
            let plaintext = try await DeviceResponse.encode(answers, transcript: transcript)
            let response = try DeviceResponse(plaintext[...])
            let sealed = SealedResponse(
                message: try context.seal(plaintext), response: response, runningLow: runningLow)
            dependencies.log.record(.debug, "CRY-->>OR: encryptedResponse", [.bytes: "\(sealed.message.count)"])
            return sealed
        } catch {
            context.queueFinalResponse(DeviceResponse.encode(status: .generalError))
            throw SessionError(.proof)
        }
    }

    /// Returns one copy of each document with its approved elements, and the remaining copies of documents with few
    /// left.
    func answers(
        _ items: [ApprovedDocument], _ request: DeviceRequest, proof: (HeldDocument) -> DeviceResponse.DeviceKey
    ) async throws -> ([DeviceResponse.Answer], [Credential.ID: Int]) {
        var held: [Credential.ID: HeldDocument] = [:]
        var answers: [DeviceResponse.Answer] = []
        var fault: (any Error)?
        for item in items where request.documents.indices.contains(item.place) && !item.elements.isEmpty {
            let asked = RequestedDocument(request.documents[item.place])
            do {
                // One copy serves the whole response: a single reader sees it.
                let copy: HeldDocument
                if let taken = held[item.credential] {
                    copy = taken
                } else {
                    // After cancellation, no copy is used up.
                    try Task.checkCancellation()
                    copy = try await source.take(item.credential)
                    held[item.credential] = copy
                }
                let selection = ElementSelection(asked, from: copy.document) {
                    item.allows($0, from: copy.document)
                }
                guard !selection.nameSpaces.isEmpty else { continue }
                answers.append(DeviceResponse.Answer(copy.document, selection, key: proof(copy)))
            } catch is CancellationError { throw CancellationError() } catch { fault = error }
        }
        // A document that cannot be loaded does not hide the others; without any document there is nothing to send.
        if answers.isEmpty, let fault { throw fault }
        return (answers, held.filter(\.value.isRunningLow).mapValues(\.copiesLeft))
    }

    private func key(of copy: HeldDocument, _ context: CryptoContext) -> DeviceResponse.DeviceKey {
        guard settings.proof == .mac, let reader = context.readerKey else { return copy.key.signature }
        return copy.key.mac(for: reader) ?? copy.key.signature
    }
}

extension SessionError {
    /// Maps an error of the secure channel to an error of the transaction.
    init(_ error: ChannelError) {
        switch error.reason {
        case .badKey: self.init(.readerKey)
        case .undecodable: self.init(.undecodable)
        case .undecryptable: self.init(.undecryptable)
        case .ended, .notEstablished: self.init(.outOfTurn)
        case .messageLimit, .unavailable: self.init(.proof)
        }
    }
}
