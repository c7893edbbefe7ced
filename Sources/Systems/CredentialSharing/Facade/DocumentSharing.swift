public import JourneyBase
public import MobileDocument

/// Both sides of sharing documents, put together over one radio: what an app's two tabs need.
public struct DocumentSharing: Sendable {
    public let documents: CredentialStore
    public let holder: HolderOrchestrator
    public let reader: ReaderOrchestrator
    public let holderFlow: HolderFlow
    public let readerFlow: ReaderFlow

    /// Puts together these parts. Each side has a presenter of its own, because each shows a screen at any time.
    ///
    /// `readers` are the authorities that vouch for who asks, `verifier` those that vouch for documents; with `signer`, the
    /// reader's requests are signed. `openSettings` opens the system's settings of the app: the button where Bluetooth was denied.
    public init(
        radio: any ProximityTransport, documents: CredentialStore, holderScreens: any Presenter,
        readerScreens: any Presenter, readers: ReaderTrust, verifier: DocumentVerifier,
        signer: DeviceRequestDraft.Signer? = nil, profiles: [RequestProfile] = RequestProfile.known,
        holderSettings: HolderSettings = HolderSettings(), readerSettings: ReaderSettings = ReaderSettings(),
        openSettings: (@Sendable () async -> Void)? = nil, dependencies: Dependencies = .system
    ) {
        let transport = BluetoothTransport(radio, dependencies: dependencies)
        let gate = PrerequisiteGate(radio, openSettings: openSettings)
        self.documents = documents
        holder = HolderOrchestrator(
            source: documents, transport: transport, presenter: holderScreens, trust: readers, settings: holderSettings,
            gate: gate, dependencies: dependencies)
        reader = ReaderOrchestrator(
            transport: transport, verifier: verifier, signer: signer, gate: gate, presenter: readerScreens,
            settings: readerSettings, dependencies: dependencies)
        holderFlow = HolderFlow(holder, source: documents, presenter: holderScreens, dependencies: dependencies)
        readerFlow = ReaderFlow(reader, presenter: readerScreens, profiles: profiles)
    }
}

extension DocumentSharing {
    @available(*, deprecated, renamed: "holderFlow")
    public var holderDesk: HolderFlow { holderFlow }
    @available(*, deprecated, renamed: "readerFlow")
    public var readerDesk: ReaderFlow { readerFlow }
}
