public import JourneyBase
public import JourneyCrypto
public import JourneyDevice
public import JourneyLanguage

/// The addresses and trust anchors of an environment. A partner gets one for each environment.
public struct EndpointProfile: Sendable {
    /// The base address of manifests: `{gateway}/journeys/{journeyId}/manifest.json`. Its path may be longer than `/`.
    public var gateway: HTTPSURL
    /// The authorities and pins of every connection: the gateway's, the API's and the pages'. A host has at least two pins
    /// (`PinSet`).
    public var trust: TLSTrust
    /// The roots of the key set that the gateway serves, with issuer and environment. Refused when it belongs to another
    /// environment or has no keys.
    public var manifestAnchor: ManifestAnchor
    /// The keys that may sign remote configuration. With an empty set, no journey starts.
    public var remoteConfigurationKeys: JWKSet
    /// The authorization server of the bank's customers, for journeys that need sign-in; `nil` for none.
    public var signIn: SignInProfile?
    /// Values of OpenAPI server variables, by name, such as `"stage": "uat"`.
    ///
    /// Each value must be in the variable's `enum`; other variables have the bundle's default. The resulting server must be one
    /// of the manifest's origins.
    public var serverVariables: [String: String]
    /// The lowest accepted manifest version; never lower than the environment's (1.2 in production, 1.1 in the sandbox).
    public var leastManifestVersion: Journey.Version

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - gateway: The base address of manifests.
    ///   - trust: The authorities and pins of every connection.
    ///   - manifestAnchor: The roots of the manifests' key set.
    ///   - remoteConfigurationKeys: The keys that may sign remote configuration.
    ///   - signIn: The authorization server; `nil` for none.
    ///   - serverVariables: Values of OpenAPI server variables, by name.
    ///   - leastManifestVersion: The lowest accepted manifest version.
    public init(
        gateway: HTTPSURL, trust: TLSTrust = .system, manifestAnchor: ManifestAnchor, remoteConfigurationKeys: JWKSet,
        signIn: SignInProfile? = nil, serverVariables: [String: String] = [:],
        leastManifestVersion: Journey.Version = .v11
    ) {
        self.gateway = gateway
        self.trust = trust
        self.manifestAnchor = manifestAnchor
        self.remoteConfigurationKeys = remoteConfigurationKeys
        self.signIn = signIn
        self.serverVariables = serverVariables
        self.leastManifestVersion = leastManifestVersion
    }

    /// `true` when the gateway's host has pins.
    var hasGatewayPin: Bool { trust.pins.covers(gateway.origin.host) }

    /// Returns the address of `path`, which starts without a slash, below the gateway's address.
    func address(_ path: String) -> HTTPSURL? {
        let base = gateway.path.hasSuffix("/") ? gateway.path : gateway.path + "/"
        return HTTPSURL(origin: gateway.origin, path: base + path)
    }
}
