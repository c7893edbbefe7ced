public import JourneyBase
public import JourneyDevice
public import JourneyWeb

extension CardDetailsHost {
    /// A host of this package's own adapters: libcurl, WebKitGTK, the instance's key in a sealed store in `directory`, and
    /// biometrics that `presenter` asks for. For development: Linux covers no capture of the display.
    ///
    /// `trust` is believed for the proxy and for the issuer's vault. `shown` is handed each web engine that is made, for whoever
    /// takes pictures or plays the person. Throws `STORE_FAILED` when the store or the key in it cannot be used.
    public static func linux(
        directory: String, trust: TLSTrust, presenter: any Presenter, dependencies: Dependencies = .system,
        shown: @escaping @Sendable (WebKitContainer, CardPageVisibility) -> Void = { _, _ in },
        userToken: @escaping @Sendable () async throws -> CardUserToken
    ) async throws -> CardDetailsHost {
        let transport = CurlTransport(trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)")
        let store = try SealedFileStore(directory: directory)
        return CardDetailsHost(
            presenter: presenter, transport: transport,
            makeContainer: { policy, place in
                let container = try await WebKitContainer.make(
                    policy: policy, leafCertificates: try await transport.leafCertificates(of: policy, trust),
                    title: presenter.language(CardPhrase.yourCard), isHidden: place == .hidden)
                shown(container, place)
                return container
            },
            biometrics: PromptBiometrics(presenter: presenter),
            instanceKey: try await InstanceKeyStore(store: store).key(), store: store,
            userToken: userToken, dependencies: dependencies)
    }
}
