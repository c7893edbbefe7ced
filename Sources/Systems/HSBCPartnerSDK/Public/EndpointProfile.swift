public import JourneyBase
public import JourneyCrypto
public import JourneyDevice
public import JourneyLanguage

/// Where an environment stands and whom to believe there. A partner gets one for each environment.
public struct EndpointProfile: Sendable {
    /// Where manifests are: `{gateway}/journeys/{journeyId}/manifest.json`. Its path may be more than `/`.
    public var gateway: HTTPSURL
    /// The authorities and pins of every connection: the gateway's, the API's and the pages'. A host's set of pins has two
    /// at least (`PinSet`).
    public var trust: TLSTrust
    /// Whose manifests are believed: the roots of the key set that the gateway serves, with issuer and environment. One of
    /// another environment than the configuration's, or without keys, is refused.
    public var manifestAnchor: ManifestAnchor
    /// The keys that may sign remote configuration: a set of its own. An empty set lets no journey start.
    public var remoteConfigurationKeys: JWKSet
    /// Where the bank's customers sign in, for journeys that need it; `nil` when none does.
    public var signIn: SignInProfile?
    /// What variables of the servers in OpenAPI bundles are here, by name: such as `"stage": "uat"`. Each has to be one that
    /// the bundle offers in the variable's `enum`; variables that are not named take the bundle's default. Wherever that
    /// leads, it has to be on the manifest's origins.
    public var serverVariables: [String: String]
    /// The least manifest version; never less than the environment's own (1.2 in production, 1.1 in the sandbox).
    public var leastManifestVersion: Journey.Version

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

    /// Whether the gateway's host has pins.
    var hasGatewayPin: Bool { trust.pins.covers(gateway.origin.host) }

    /// The address of `path`, which starts without a slash, below the gateway's own.
    func address(_ path: String) -> HTTPSURL? {
        let base = gateway.path.hasSuffix("/") ? gateway.path : gateway.path + "/"
        return HTTPSURL(origin: gateway.origin, path: base + path)
    }
}
