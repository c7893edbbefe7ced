internal import Foundation
internal import JourneyBase
internal import JourneyCrypto
internal import JourneyDevice
internal import JourneyLanguage
internal import JourneyWeb

/// The web side of one run: one web engine, made when the first page is due, and the bridge to its pages.
///
/// There is no popup, and no address but `https` on the manifest's origins. Signing in happens before, in a browser of its own
/// of which nothing is kept.
actor HybridContainer {
    private let host: JourneyHost
    private let trust: TLSTrust
    private let journey: Journey
    private let receive: @Sendable (BridgeReport) -> Void
    private var channel: BridgeChannel?
    private var pump: Task<Void, Never>?

    /// A container that hands to `receive` what its pages do, in order.
    init(
        host: JourneyHost, trust: TLSTrust, journey: Journey, receive: @escaping @Sendable (BridgeReport) -> Void
    ) {
        self.host = host
        self.trust = trust
        self.journey = journey
        self.receive = receive
    }

    /// Shows the page of `step`; what it does is reported under `visit`. Throws when there is no web engine to be had.
    func show(_ url: HTTPSURL, step: Step, visit: Int, methods: Set<String>, context: JSONValue) async throws {
        let bridgeStep = BridgeStep(
            journey: journey.id, step: step.id, manifestHash: journey.manifestHash, methods: methods, context: context,
            visit: visit, encrypted: step.encrypted, requiresHandshake: journey.security.requiresHandshake)
        await (try openChannel()).present(url, step: bridgeStep)
    }

    /// Shows the authorization server's pages from `authURL` on, and gives the address of `redirectScheme` that they end at.
    ///
    /// Throws `AUTH_FAILED` when the host has no browser to sign in with or `authURL` is no plain `https` address;
    /// `USER_CANCELLED` when the person closes it; else a code of pages'.
    func signInIfNeeded(authURL: URL, redirectScheme: String) async throws -> URL {
        guard let address = HTTPSURL(authURL.absoluteString), let make = host.makeSignInBrowser else {
            throw SignInRequest.failed("The host has no browser to sign in with.")
        }
        let redirect = try await make(trust).authorize(address, redirectScheme: redirectScheme)
        guard let url = URL(string: redirect) else {
            throw SignInRequest.failed("The sign-in ended at what is no address.")
        }
        return url
    }

    private func openChannel() async throws -> BridgeChannel {
        if let channel { return channel }
        let container: any WebContainer
        do { container = try await host.makeContainer(journey.origins, trust) } catch let error as JourneyError {
            throw error
        } catch {
            throw JourneyError(.pageLoadFailed, "The host has no web engine to show pages in.")
        }
        let channel = BridgeChannel(
            container: container, policy: journey.origins, instanceKey: host.instanceKey,
            surroundings: host.surroundings, sdkVersion: HSBCPartnerSdk.version)
        self.channel = channel
        pump = Task { [receive] in for await report in channel.inbound { receive(report) } }
        return channel
    }

    /// Sends an event to the page that is shown.
    func emit(_ name: String, _ payload: JSONValue) { channel?.emit(name: name, payload: payload) }

    /// Tells the page how the run stands.
    func tell(_ state: JSONValue) { channel?.tell(state) }

    /// Closes the page and its processes; nothing is received afterwards.
    func close() async {
        await channel?.close()
        await pump?.value
    }
}
