public import Foundation
internal import JourneyBase
internal import JourneyCrypto
internal import JourneyDevice
internal import JourneyLanguage
internal import JourneyWire

/// The configuration of a host app. `docs/reference/partner-api.md` lists the effect of each field and its test.
public struct HSBCInitConfig: Sendable {
    /// An environment of the bank.
    public enum Environment: String, Sendable, CaseIterable { case sandbox, production }

    /// The environment. It decides the lowest manifest version: 1.1 in the sandbox, 1.2 in production. Production needs pins for
    /// the hosts of the gateway and of `remoteConfigURL`.
    public var environment: Environment
    /// The partner's id, sent as `X-Partner-Id` with manifest requests and API calls.
    public var partnerId: String
    /// The client's id, sent as `X-Client-Id` with manifest requests and API calls.
    public var clientId: String
    /// The host's own URL scheme (RFC 3986, section 3.1), at which sign-in ends.
    public var redirectScheme: String
    /// The person's language.
    ///
    /// Where a manifest lists `locales`, the run uses the one that a lookup (RFC 4647, section 3.4) finds. It is sent as
    /// `Accept-Language`, and pages, guards and header templates see it.
    public var locale: Locale
    /// The `https` address of the bank's remote configuration; `nil` for `{gateway}/remote-configuration/{environment}`.
    public var remoteConfigURL: URL?
    /// Feature flags, which guards see as `session.featureFlags.NAME`. They have no other effect: no flag loosens a check.
    public var featureFlags: [String: Bool]
    /// `true` when the person has consented to telemetry. Otherwise nothing is recorded or sent. `docs/reference/telemetry.md` lists the
    /// data.
    public var telemetryOptIn: Bool
    /// The addresses and trust anchors of the environment.
    public var endpoints: EndpointProfile

    /// Creates a configuration. `HSBCPartnerSdk.initialize(config:)` checks it.
    ///
    /// - Parameters:
    ///   - environment: The environment.
    ///   - partnerId: The partner's id: 1 to 128 visible ASCII characters.
    ///   - clientId: The client's id: 1 to 128 visible ASCII characters.
    ///   - redirectScheme: The host's own URL scheme.
    ///   - locale: The person's language.
    ///   - remoteConfigURL: The address of the remote configuration; `nil` for the gateway's.
    ///   - featureFlags: Feature flags for guards, 256 at most.
    ///   - telemetryOptIn: `true` when the person has consented to telemetry.
    ///   - endpoints: The addresses and trust anchors of the environment.
    public init(
        environment: Environment, partnerId: String, clientId: String, redirectScheme: String, locale: Locale,
        remoteConfigURL: URL? = nil, featureFlags: [String: Bool] = [:], telemetryOptIn: Bool,
        endpoints: EndpointProfile
    ) {
        self.environment = environment
        self.partnerId = partnerId
        self.clientId = clientId
        self.redirectScheme = redirectScheme
        self.locale = locale
        self.remoteConfigURL = remoteConfigURL
        self.featureFlags = featureFlags
        self.telemetryOptIn = telemetryOptIn
        self.endpoints = endpoints
    }
}

extension HSBCInitConfig {
    /// Throws `CONFIGURATION_INVALID` with one sentence about the first invalid field.
    func check() throws(JourneyError) {
        for (name, value) in [("partnerId", partnerId), ("clientId", clientId)] {
            let isPlain = (1...128).contains(value.utf8.count) && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            try require(isPlain, "\(name) is not 1 to 128 visible ASCII characters")
        }
        try require(HSBCInitConfig.isOwnScheme(redirectScheme), "redirectScheme is not a URL scheme of the host's own")
        if let remoteConfigURL, HTTPSURL(remoteConfigURL.absoluteString) == nil {
            throw refusal("remoteConfigURL is not a plain https URL")
        }
        try require(
            featureFlags.keys.allSatisfy({ (1...64).contains($0.utf8.count) }) && featureFlags.count <= 256,
            "featureFlags has more than 256 entries or names of other than 1 to 64 bytes")
        try require(HTTPFields.isSafe(name: "Accept-Language", value: languageTag), "locale has no language tag")
        try require(
            !endpoints.manifestAnchor.keys.keyIDs.isEmpty,
            "endpoints.manifestAnchor has no root key, so no manifest can be verified")
        try require(
            endpoints.manifestAnchor.environment == environment.rawValue,
            "endpoints.manifestAnchor belongs to another environment")
        try require(
            !endpoints.remoteConfigurationKeys.keyIDs.isEmpty,
            "endpoints.remoteConfigurationKeys has no key")
        let areShort = endpoints.serverVariables.allSatisfy { name, value in
            (1...64).contains(name.utf8.count) && (1...256).contains(value.utf8.count)
        }
        try require(
            areShort && endpoints.serverVariables.count <= 32,
            "endpoints.serverVariables has more than 32 entries, or an empty or overlong one")
        if let fault = endpoints.signIn?.fault { throw refusal("endpoints.\(fault)") }
        // The token goes to the gateway before a manifest can require pins.
        try require(
            environment != .production || endpoints.hasGatewayPin,
            "endpoints has no pin for the gateway, which production needs")
        // A man in the middle could replay the last remote configuration and hold back newer ones.
        if environment == .production, let address = remoteConfigurationAddress,
            !endpoints.trust.pins.covers(address.origin.host)
        {
            throw refusal("endpoints has no pin for the host of remoteConfigURL, which production needs")
        }
    }

    private func require(_ condition: Bool, _ rest: String) throws(JourneyError) {
        guard condition else { throw refusal(rest) }
    }

    private func refusal(_ rest: String) -> JourneyError {
        JourneyError(.configurationInvalid, "The configuration's \(rest).")
    }

    /// Returns `true` for a letter followed by letters, digits, `+`, `-` or `.`, unless systems or browsers reserve the scheme.
    static func isOwnScheme(_ text: String) -> Bool {
        let common: Set<String> = [
            "http", "https", "file", "data", "javascript", "about", "blob", "ws", "wss", "ftp", "mailto", "tel", "sms",
        ]
        guard (2...64).contains(text.utf8.count), let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.dropFirst().allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
        }
            && !common.contains(text.lowercased())
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }

    /// The address of the remote configuration: the host's own, or the environment's.
    var remoteConfigurationAddress: HTTPSURL? {
        guard let remoteConfigURL else {
            return endpoints.address(RemoteConfigurationContract.document.relativePath(environment.rawValue))
        }
        return HTTPSURL(remoteConfigURL.absoluteString)
    }

    /// The locale as a BCP 47 tag.
    var languageTag: String { locale.identifier(.bcp47) }

    /// The lowest accepted manifest version.
    var leastManifestVersion: Journey.Version {
        max(endpoints.leastManifestVersion, environment == .production ? .v12 : .v11)
    }
}
