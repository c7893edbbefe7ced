public import JourneyBase
public import JourneyDevice
public import JourneyWeb

extension CardDetailsHost {
    /// Creates a host on this package's own adapters: libcurl, WebKitGTK, a key in a sealed store, and biometric prompts by
    /// `presenter`.
    ///
    /// For development only: Linux has no protection against screen capture.
    ///
    /// - Parameters:
    ///   - directory: The directory of the sealed store.
    ///   - trust: The trusted authorities and pins for the proxy and the issuer's vault.
    ///   - presenter: The presenter of the native screens and of biometric prompts.
    ///   - dependencies: The clock, the random source and the log.
    ///   - shown: Called with each new web engine, for screenshots and scripted users.
    ///   - userToken: Returns the token by which the host's backend vouches for the user.
    /// - Returns: The host.
    /// - Throws: `JourneyError` with `STORE_FAILED` if the store or the key in it cannot be used.
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
                    title: presenter.language(CardPhrase.yourCard), language: presenter.language,
                    isHidden: place == .hidden)
                shown(container, place)
                return container
            },
            biometrics: PromptBiometrics(presenter: presenter),
            instanceKey: try await InstanceKeyStore(store: store).key(), store: store,
            userToken: userToken, dependencies: dependencies)
    }
}
