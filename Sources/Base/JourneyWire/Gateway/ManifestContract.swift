import JourneyBase

/// The endpoints for signed manifests, their OpenAPI bundles and the keys that verify them.
package enum ManifestContract {
    package static let manifest = Endpoint<NoBody, PublishedDocument>(
        .get, "/journeys/{id}/manifest.json", headers: GatewayContract.device,
        refusals: .ofDevices + [.notFound, .journeyUnknown])
    package static let openAPI = Endpoint<NoBody, PublishedDocument>(
        .get, "/journeys/{id}/openapi.json", refusals: [.notFound, .journeyUnknown, .unavailable])
    package static let keys = Endpoint<NoBody, PublishedKeys>(
        .get, "/.well-known/journey-keys.json", refusals: [.unavailable])

    static let endpoints: [any WireEndpoint] = [manifest, openAPI, keys]
}

extension WireRefusal {
    /// The gateway publishes no journey with this ID.
    ///
    /// Next step: Check the ID, and that the journey's folder was published.
    package static let journeyUnknown = WireRefusal(404, "JOURNEY_UNKNOWN")
}

/// The endpoints for the signed remote configuration and the keys that verify it.
package enum RemoteConfigurationContract {
    package static let document = Endpoint<NoBody, JOSEText>(
        .get, "/remote-configuration/{environment}", refusals: [.notFound, .remoteConfigurationUnknown, .unavailable])
    package static let keys = Endpoint<NoBody, PublishedKeys>(
        .get, "/.well-known/remote-configuration-keys.json", refusals: [.unavailable])

    static let endpoints: [any WireEndpoint] = [document, keys]
}

extension WireRefusal {
    /// The gateway publishes no remote configuration for this environment.
    ///
    /// Next step: Check the environment's name, or publish a configuration for it.
    package static let remoteConfigurationUnknown = WireRefusal(404, "REMOTE_CONFIG_UNKNOWN")
}
