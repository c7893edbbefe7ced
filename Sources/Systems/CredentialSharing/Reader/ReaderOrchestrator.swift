import Foundation
public import JourneyBase
import JourneyCBOR
import JourneyCrypto
public import MobileDocument

/// The orchestrator of a reader, which reads documents of nearby holders, one transaction at a time; the counterpart of
/// `HolderOrchestrator`.
///
/// It acts and stores the results in the transaction's `ReaderSession`. Every transaction ends in one state after the
/// same steps: the holder is told, the radio is released, the keys are wiped.
public actor ReaderOrchestrator {
    /// An event that a transaction waits for.
    enum Event: Sendable {
        case scanned(String)
        /// No camera can scan.
        case blind(Permission.MissingReason)
        case prerequisites
        case connection(ConnectionEvent)
        /// The request was created, and signed if there is a signer.
        case prepared(Result<DeviceRequest, ReaderError>)
        case sent(TransportError?)
        /// The time limit of this turn has expired.
        case timeIsUp(turn: Int)
        /// The user answered the screen of this turn.
        case answered(ScreenAction, turn: Int)
        case cancel
        /// The result was closed.
        case closed
    }

    let transport: BluetoothTransport
    let verifier: DocumentVerifier
    let signer: DeviceRequestDraft.Signer?
    let gate: PrerequisiteGate
    let settings: ReaderSettings
    let dependencies: Dependencies
    let display: ScreenDisplay?
    let screens: ReaderScreens
    /// Creates the ephemeral key of one transaction.
    let makeKey: @Sendable (PublicKey) throws(CryptoError) -> EphemeralKey

    var session: ReaderSession?
    var events: AsyncStream<Event>.Continuation?
    /// A counter of states and screens: events of earlier turns are ignored.
    var turn = 0
    /// The reason why the camera cannot be used; `nil` if none was reported.
    var cameraLack: Permission.MissingReason?
    /// Opens the settings in which the user can allow the camera; `nil` without one.
    var openSettings: (@Sendable () async -> Void)?
    var timer: Task<Void, Never>?
    var helpers: [Task<Void, Never>] = []
    private var observers: [Int: AsyncStream<ReaderSessionState>.Continuation] = [:]
    private var lastObserver = 0

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - transport: The transport to holders.
    ///   - verifier: The verifier of received documents.
    ///   - signer: The key that signs requests; `nil` for unsigned requests.
    ///   - gate: The prerequisites of a transaction; `nil` for the transport's radio alone.
    ///   - presenter: The presenter of the screens. Without one nothing is shown, and codes come from `startReading` or
    ///     `didScan` only.
    ///   - settings: The settings of all transactions.
    ///   - dependencies: The clock, randomness and log.
    public init(
        transport: BluetoothTransport, verifier: DocumentVerifier, signer: DeviceRequestDraft.Signer? = nil,
        gate: PrerequisiteGate? = nil, presenter: (any Presenter)? = nil, settings: ReaderSettings = ReaderSettings(),
        dependencies: Dependencies = .system
    ) {
        self.init(
            transport: transport, verifier: verifier, signer: signer, gate: gate, presenter: presenter,
            settings: settings, dependencies: dependencies
        ) { peer throws(CryptoError) in try EphemeralKey(matching: peer) }
    }

    init(
        transport: BluetoothTransport, verifier: DocumentVerifier, signer: DeviceRequestDraft.Signer?,
        gate: PrerequisiteGate?, presenter: (any Presenter)?, settings: ReaderSettings, dependencies: Dependencies,
        makeKey: @escaping @Sendable (PublicKey) throws(CryptoError) -> EphemeralKey
    ) {
        self.transport = transport
        self.verifier = verifier
        self.signer = signer
        self.gate = gate ?? PrerequisiteGate(transport.radio)
        self.settings = settings
        self.dependencies = dependencies
        self.makeKey = makeKey
        display = presenter.map(ScreenDisplay.init)
        screens = ReaderScreens(language: presenter?.language ?? .english)
    }

    /// Reads a document once. Cancelling the task ends the transaction in order.
    ///
    /// - Parameters:
    ///   - profile: The request.
    ///   - code: The holder's engagement (`mdoc:…`); `nil` to scan or paste it.
    /// - Returns: The last state of the transaction, after all its resources are released; `READING_BUSY` at once while
    ///   another is under way.
    public func startReading(_ profile: RequestProfile, code: String? = nil) async -> ReaderSessionState {
        guard session == nil else { return .failed(error: ReaderError(.busy)) }
        let session = ReaderSession(profile)
        let (stream, events) = AsyncStream<Event>.makeStream()
        self.session = session
        self.events = events
        (cameraLack, openSettings) = (nil, nil)
        // A separate task: a cancelled transaction still has to end in order.
        let work = Task { await follow(stream, session, code) }
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            events.yield(.cancel)
            events.yield(.closed)
        }
        self.session = nil
        self.events = nil
        return session.state
    }

    /// Handles a scanned text. Ignored unless a code is expected.
    public func didScan(_ code: String) { events?.yield(.scanned(code)) }

    /// Reports that the host's camera cannot scan. The screen shows the reason; a code can still be pasted.
    ///
    /// - Parameters:
    ///   - lack: The reason.
    ///   - openSettings: Opens the app's page in the system settings: the button that the screen has if the camera is
    ///     denied. Without it there is no button.
    public func cannotScan(_ lack: Permission.MissingReason, openSettings: (@Sendable () async -> Void)? = nil) {
        self.openSettings = openSettings
        events?.yield(.blind(lack))
    }

    /// Cancels the transaction under way.
    public func cancelReading() { events?.yield(.cancel) }

    /// Prompts the user for a missing permission and checks the prerequisites again.
    public func resolve(_ permission: Permission) async {
        _ = await gate.requestAuthorization(permission)
        events?.yield(.prerequisites)
    }

    /// The state of the transaction; `nil` without one.
    public var state: ReaderSessionState? { session?.state }

    /// The progress of the messages in transfer.
    public var progress: TransferProgress { session?.connection?.progress ?? TransferProgress() }

    /// Returns each state that a transaction enters from now on.
    public func states() -> AsyncStream<ReaderSessionState> {
        let (stream, continuation) = AsyncStream<ReaderSessionState>.makeStream()
        lastObserver += 1
        let number = lastObserver
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        return stream
    }

    private func forget(_ number: Int) { observers[number] = nil }

    func notify(_ state: ReaderSessionState) {
        for observer in observers.values { observer.yield(state) }
    }

    /// Handles a scanned or pasted code and connects to its holder.
    func scan(_ code: String, _ session: ReaderSession, isGiven: Bool) async throws(ReaderError) {
        let engagement: Engagement
        do throws(CBORError) {
            engagement = try Engagement(address: code.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            // A user who scans or pastes can try again.
            guard !isGiven, display != nil else { throw ReaderError(.invalidCode) }
            return await show(session, fault: true)
        }
        let plan: ConnectionPlan
        let key: EphemeralKey
        do throws(TransportError) { plan = try ConnectionPlan(reader: engagement) } catch {
            throw ReaderError(.noMethod)
        }
        do throws(CryptoError) { key = try makeKey(engagement.key) } catch { throw ReaderError(.request) }
        try session.setEngagement(ReaderContext(engagement, key: key))
        try await enter(.connecting, session, within: settings.connect)
        let handle = transport.open(plan)
        listen(handle.events)
        try session.setConnection(handle)
    }

    private func listen(_ incoming: AsyncStream<ConnectionEvent>) {
        let events = events
        helpers.append(
            Task {
                var isAnswered = false
                for await event in incoming {
                    // A request has one answer; further messages are dropped.
                    if case .received = event {
                        if isAnswered { continue }
                        isAnswered = true
                    }
                    events?.yield(.connection(event))
                }
            })
    }

    /// Creates the request and signs it if there is a signer, which may take its time or ask a person.
    func prepare(_ session: ReaderSession) async throws(ReaderError) {
        try await enter(.requesting, session, within: settings.inactivity)
        guard let transcript = session.context?.transcript else { throw ReaderError(.outOfState) }
        let (events, signer, draft) = (events, signer, session.profile.draft)
        helpers.append(
            Task {
                do {
                    let request =
                        if let signer { try await draft.request(signedBy: signer, for: transcript) } else {
                            try draft.request()
                        }
                    events?.yield(.prepared(.success(request)))
                } catch { events?.yield(.prepared(.failure(ReaderError(.request)))) }
            })
    }

    /// Sends the request.
    func ask(_ request: DeviceRequest, _ session: ReaderSession) throws(ReaderError) {
        guard let context = session.context, let handle = session.connection else { throw ReaderError(.outOfState) }
        try session.setRequest(request)
        let message: [UInt8]
        do throws(ChannelError) { message = try context.seal(Array(request.encoded)) } catch {
            throw ReaderError(.request)
        }
        let (events, transport) = (events, transport)
        // Not one of the helpers, which are cancelled: the last message has to follow the whole request.
        Task {
            do throws(TransportError) {
                try await transport.send(message, over: handle)
                events?.yield(.sent(nil))
            } catch { events?.yield(.sent(error)) }
        }
    }

    /// Handles the answer: its data first, whatever status it carries.
    func read(_ message: [UInt8], _ session: ReaderSession) async throws(ReaderError) {
        guard let context = session.context else { throw ReaderError(.outOfState) }
        let input: SessionInput
        do throws(ChannelError) { input = try context.receive(message) } catch { throw ReaderError(error) }
        guard input.status == nil || input.status == .termination else { throw ReaderError(.refusedByHolder) }
        guard let plaintext = input.plaintext else { return try session.transition(to: .cancelled(.declined)) }
        try await enter(.verifying, session)
        let response: DeviceResponse
        do throws(CBORError) { response = try DeviceResponse(plaintext) } catch { throw ReaderError(.invalidResponse) }
        guard response.status == DeviceResponse.Status.ok.rawValue else { throw ReaderError(.refusedByHolder) }
        let responseVerifier = ResponseVerifier(
            verifier: verifier, session: .init(transcript: context.transcript, readerKey: context.readerKey),
            needed: settings.needed, time: dependencies.now())
        guard let result = await responseVerifier.result(of: response, to: session.profile) else {
            return try session.transition(to: .cancelled(.declined))
        }
        try session.transition(to: .success(result: result))
    }

    /// Returns the last state for a connection that ended before the answer. A lost connection is neither failure nor
    /// answer; it cannot be resumed.
    static func state(after end: ConnectionEnd) -> ReaderSessionState {
        switch end {
        case .finished: .cancelled(.declined)
        case .here: .cancelled(.here)
        case .dropped(let error):
            switch error.reason {
            case .unavailable, .disconnected, .closed: .cancelled(.dropped)
            case .unusable, .identMismatch, .protocolFault: .failed(error: ReaderError(.peer))
            case .tooLarge: .failed(error: ReaderError(.tooLarge))
            }
        }
    }
}

/// Verifies off the orchestrator's actor, which handles events meanwhile.
private struct ResponseVerifier: Sendable {
    let verifier: DocumentVerifier
    let session: DocumentVerifier.Session
    let needed: Set<VerificationCheck.Name>
    let time: Date

    @concurrent func result(of response: DeviceResponse, to profile: RequestProfile) async -> ReadResult? {
        ReadResult(response, to: profile, by: verifier, session: session, needed: needed, at: time)
    }
}
