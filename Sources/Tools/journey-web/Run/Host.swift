import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyWeb

/// The host app that this program is: libcurl, WebKitGTK, a sealed store, and a prompt for biometrics.
enum Host {
    /// `presenter` draws native screens; `opened` is told of the window once there is one.
    static func make(
        storeFolder: String, presenter: any Presenter, opened: @escaping @Sendable (WebKitContainer) -> Void
    ) async throws -> JourneyHost {
        let store = try SealedFileStore(directory: storeFolder)
        return JourneyHost(
            makeTransport: { CurlTransport(trust: $0, userAgent: "JourneyKit/\(JourneyWebCommand.version)") },
            makeContainer: { policy, trust in
                let container = try await WebKitContainer.make(
                    policy: policy, leafCertificates: try await leaves(of: policy, trust: trust), title: "Journey")
                opened(container)
                return container
            },
            plugins: [BiometricAuthPlugin(authenticator: PromptBiometrics(presenter: presenter))],
            store: store, instanceKey: try await InstanceKeyStore(store: store).key())
    }

    /// The one certificate that the web engine may accept from each host, after chain, name and pin have been checked.
    /// Where the system's own authorities are believed, the engine believes them too and needs none.
    private static func leaves(of policy: SourcePolicy, trust: TLSTrust) async throws -> [String: [UInt8]] {
        guard !trust.authorities.isEmpty else { return [:] }
        let transport = CurlTransport(trust: trust)
        var leaves: [String: [UInt8]] = [:]
        for origin in policy.allowed { leaves[origin.host] = try await transport.leafCertificate(of: origin) }
        return leaves
    }
}
