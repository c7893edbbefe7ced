public import JourneyBase
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
    let surroundings: Surroundings
    let stage: ReaderStage?
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
        surroundings: Surroundings = .system
    ) {
        self.init(
            transport: transport, verifier: verifier, signer: signer, gate: gate, presenter: presenter,
            settings: settings, surroundings: surroundings
        ) { peer throws(CryptoError) in try EphemeralKey(matching: peer) }
    }

    init(
        transport: BluetoothTransport, verifier: DocumentVerifier, signer: DeviceRequestDraft.Signer?,
        gate: PrerequisiteGate?, presenter: (any Presenter)?, settings: ReaderSettings, surroundings: Surroundings,
        makeKey: @escaping @Sendable (PublicKey) throws(CryptoError) -> EphemeralKey
    ) {
        self.transport = transport
        self.verifier = verifier
        self.signer = signer
        self.gate = gate ?? PrerequisiteGate(transport.radio)
        self.settings = settings
        self.surroundings = surroundings
        self.makeKey = makeKey
        stage = presenter.map(ReaderStage.init)
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
}
