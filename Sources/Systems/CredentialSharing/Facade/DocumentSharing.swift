public import JourneyBase
public import MobileDocument

/// Both sides of document sharing over one radio, for an app that presents documents and reads those of others.
public struct DocumentSharing: Sendable {
    /// The user's documents.
    public let documents: CredentialStore
    /// The holder's side, for apps that draw their own screens.
    public let holder: HolderOrchestrator
    /// The reader's side, for apps that draw their own screens.
    public let reader: ReaderOrchestrator
    /// The holder's flow, with the package's screens.
    public let holderFlow: HolderFlow
    /// The reader's flow, with the package's screens.
    public let readerFlow: ReaderFlow

    /// Creates the holder and the reader. Each has its own presenter, because both may show a screen at the same time.
    ///
    /// - Parameters:
    ///   - radio: The radio that both sides share.
    ///   - documents: The user's documents.
    ///   - holderScreens: The presenter of the holder's screens.
    ///   - readerScreens: The presenter of the reader's screens.
    ///   - readers: The authorities that certify readers.
    ///   - verifier: The verifier of documents that the reader receives.
    ///   - signer: The key that signs the reader's requests; `nil` for unsigned requests.
    ///   - profiles: The requests that the reader offers.
    ///   - holderSettings: The settings of the holder.
    ///   - readerSettings: The settings of the reader.
    ///   - openSettings: Opens the app's page in the system settings: the button that is shown when Bluetooth is
    ///     denied.
    ///   - dependencies: The clock, randomness and log.
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
