import Foundation
public import JourneyBase
import JourneyCBOR
import JourneyCrypto
public import MobileDocument

/// Reads documents of holders nearby: the long-lived twin of `HolderOrchestrator`, with one transaction at a time.
///
/// It acts, and puts what comes of it into the transaction's `ReaderSession`. Whatever happens ends in one state, after the
/// same tear-down: the holder is told, the radio is let go, the keys are wiped.
public actor ReaderOrchestrator {
    /// What a transaction waits for.
    enum Event: Sendable {
        case scanned(String)
        /// There is no camera to scan with.
        case blind(Permission.Lack)
        case prerequisites
        case connection(ConnectionEvent)
        /// The request, signed where there is somebody to sign.
        case prepared(Result<DeviceRequest, ReaderError>)
        case sent(TransportError?)
        /// A time is over that began in that turn.
        case timeIsUp(turn: Int)
        /// What was done on the screen of that turn.
        case answered(ScreenAction, turn: Int)
        case cancel
        /// Nobody looks at how it ended.
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
    /// Makes the ephemeral key of one transaction.
    let makeKey: @Sendable (PublicKey) throws(CryptoError) -> EphemeralKey

    var session: ReaderSession?
    var events: AsyncStream<Event>.Continuation?
    /// Goes up with each state and each screen: what was meant for an earlier one counts for nothing.
    var turn = 0
    /// Why the transaction has no camera; `nil` where nobody said so.
    var cameraLack: Permission.Lack?
    /// Opens the settings in which the person can allow the camera; `nil` where there are none.
    var openSettings: (@Sendable () async -> Void)?
    var timer: Task<Void, Never>?
    var helpers: [Task<Void, Never>] = []
    private var watchers: [Int: AsyncStream<ReaderSessionState>.Continuation] = [:]
    private var lastWatcher = 0

    /// A reader that believes whom `verifier` trusts. With `signer`, its requests are signed; without a presenter nothing is
    /// shown, and codes come from `startReading` or `didScan` alone.
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

    /// Reads once what `profile` asks for, of the holder whose code is `code`, or else of whoever's is scanned or pasted. Gives
    /// the state in which the transaction ended, when everything of it is gone. Cancelling the task ends it in order.
    public func startReading(_ profile: RequestProfile, code: String? = nil) async -> ReaderSessionState {
        guard session == nil else { return .failed(error: ReaderError(.busy)) }
        let session = ReaderSession(profile)
        let (stream, events) = AsyncStream<Event>.makeStream()
        self.session = session
        self.events = events
        (cameraLack, openSettings) = (nil, nil)
        // A task of its own: what is cancelled still has to end in order.
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

    /// What a camera saw. Counts while a code is waited for.
    public func didScan(_ code: String) { events?.yield(.scanned(code)) }

    /// Says why the host's camera sees nothing, on the screen that asks for a code: one can be pasted all the same.
    ///
    /// - Parameters:
    ///   - lack: The reason.
    ///   - openSettings: Opens the system's settings of the app: what the button of the screen does where the camera is
    ///     denied. Without it there is no button.
    public func cannotScan(_ lack: Permission.Lack, openSettings: (@Sendable () async -> Void)? = nil) {
        self.openSettings = openSettings
        events?.yield(.blind(lack))
    }

    /// Ends the transaction that is under way.
    public func cancelReading() { events?.yield(.cancel) }

    /// Asks the person for what is missing.
    public func resolve(_ permission: Permission) async {
        _ = await gate.requestAuthorization(permission)
        events?.yield(.prerequisites)
    }

    /// Where the transaction stands; `nil` when there is none.
    public var state: ReaderSessionState? { session?.state }

    /// How far the messages under way are.
    public var progress: TransferProgress { session?.connection?.progress ?? TransferProgress() }

    /// Each state that a transaction enters, from now on.
    public func states() -> AsyncStream<ReaderSessionState> {
        let (stream, continuation) = AsyncStream<ReaderSessionState>.makeStream()
        lastWatcher += 1
        let number = lastWatcher
        watchers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        return stream
    }

    private func forget(_ number: Int) { watchers[number] = nil }

    func tell(_ state: ReaderSessionState) {
        for watcher in watchers.values { watcher.yield(state) }
    }

    /// Takes what was scanned or pasted, and goes to find its holder.
    func scan(_ code: String, _ session: ReaderSession, isGiven: Bool) async throws(ReaderError) {
        let engagement: Engagement
        do throws(CBORError) {
            engagement = try Engagement(address: code.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            // Whoever scans or pastes can do it again.
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
                    // One request has one answer; whatever follows is not kept.
                    if case .received = event {
                        if isAnswered { continue }
                        isAnswered = true
                    }
                    events?.yield(.connection(event))
                }
            })
    }

    /// Makes the request, signed for this session where there is somebody to sign: who may take their time, or ask a person.
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
        // Not one of the helpers: what is said at the end goes behind it, whole.
        Task {
            do throws(TransportError) {
                try await transport.send(message, over: handle)
                events?.yield(.sent(nil))
            } catch { events?.yield(.sent(error)) }
        }
    }

    /// Takes the answer: data first, whatever else the message says.
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
        let judge = ResponseVerifier(
            verifier: verifier, session: .init(transcript: context.transcript, readerKey: context.readerKey),
            needed: settings.needed, time: dependencies.now())
        guard let result = await judge.result(of: response, to: session.profile) else {
            return try session.transition(to: .cancelled(.declined))
        }
        try session.transition(to: .success(result: result))
    }

    /// What an end before the answer means. A drop is no failure and no answer: the transaction is over, and nothing of it can
    /// be taken up again.
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

/// Verifies beside the orchestrator, which hears meanwhile.
private struct ResponseVerifier: Sendable {
    let verifier: DocumentVerifier
    let session: DocumentVerifier.Session
    let needed: Set<VerificationCheck.Name>
    let time: Date

    @concurrent func result(of response: DeviceResponse, to profile: RequestProfile) async -> ReadResult? {
        ReadResult(response, to: profile, by: verifier, session: session, needed: needed, at: time)
    }
}
