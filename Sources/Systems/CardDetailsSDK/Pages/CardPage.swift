internal import Foundation
internal import JourneyBase
internal import JourneyWeb

/// One page of the flow, from its engine to its end: what it does comes out as events, in order.
///
/// What draws the number is a frame of the issuer's origin inside it, which has no bridge: nothing of it can come here.
final class CardPage: Sendable {
    /// What is drawn in a frame of its own.
    enum Part: String, Hashable, Sendable { case cardNumber, cvv, pin }

    enum Event: Sendable {
        /// The page has shaken hands and listens.
        case opened
        case challenge(ConsentChallenge)
        case rendered(Part)
        /// The card has none.
        case absent(Part)
        case copied(Part)
        /// The person pressed “Hide” in the page, or closed it.
        case done
        case failed(JourneyError)
    }

    /// The bridge's journey and steps, as `docs/reference/card-details.md` lists them.
    static let journey = "card-details"
    /// What carries the token goes encrypted, or not at all.
    static let encrypted: [String: PayloadEncryption] = ["render": .direct]

    private let channel: BridgeChannel
    let events: AsyncStream<Event>
    private let pump: Task<Void, Never>

    /// Shows `url` in an engine of the host's. `context` is handed to the page as it shakes hands.
    static func open(
        _ url: HTTPSURL, place: CardPageVisibility, context: JSONValue, configuration: CardDetailsConfiguration,
        host: CardDetailsHost
    ) async throws -> CardPage {
        guard let journey = JourneyID(CardPage.journey), let step = StepID(place == .hidden ? "consent" : "card") else {
            throw JourneyError(.unknown, "The page has no name.")
        }
        let container = try await host.makeContainer(configuration.policy, place)
        // The page of a viewing that was left meanwhile is not loaded: it is good once.
        guard !Task.isCancelled else {
            await container.close()
            throw CancellationError()
        }
        var limits = BridgeLimits()
        limits.handshake = configuration.patience
        let channel = BridgeChannel(
            container: container, policy: SourcePolicy([configuration.gateway]), instanceKey: host.instanceKey,
            dependencies: host.dependencies, sdkVersion: JourneyKitVersion.current, limits: limits)
        let page = CardPage(channel, expecting: place)
        await channel.present(
            url,
            step: BridgeStep(
                journey: journey, step: step, manifestHash: [], methods: [], context: context, visit: 1,
                encrypted: place == .visible ? CardPage.encrypted : [:], requiresHandshake: true))
        return page
    }

    private init(_ channel: BridgeChannel, expecting place: CardPageVisibility) {
        let (events, send) = AsyncStream<Event>.makeStream()
        self.channel = channel
        self.events = events
        pump = Task {
            for await report in channel.inbound {
                if let event = CardPage.event(report.event, in: place) { send.yield(event) }
            }
            send.finish()
        }
    }

    func emit(_ name: String, _ payload: BridgePayload) { channel.emit(name: name, payload: payload) }

    /// Takes the page away, with its processes.
    func close() async {
        await channel.close()
        await pump.value
    }

    /// What a report means here; `nil` for what means nothing. A page that says what it has no business to say is not heard.
    private static func event(_ event: BridgeInbound, in place: CardPageVisibility) -> Event? {
        switch event {
        case .opened: return .opened
        case .lost(let error): return .failed(error)
        case .closedByPerson: return .done
        case .request(let request):
            request.answer(.failure(JourneyError(.bridgeForbidden, "The page may ask for nothing.")))
            return nil
        case .refused: return nil
        case .event("challenge", let payload) where place == .hidden:
            return ConsentChallenge(payload).map(Event.challenge)
                ?? .failed(JourneyError(.consentFailed, "The page's challenge cannot be read."))
        case .event("rendered", let payload) where place == .visible: return part(payload).map(Event.rendered)
        case .event("absent", let payload) where place == .visible: return part(payload).map(Event.absent)
        case .event("copied", let payload) where place == .visible: return part(payload).map(Event.copied)
        case .event("done", _) where place == .visible: return .done
        case .event("failed", let payload):
            let code = payload["code"]?.string.map(ErrorCode.init)
            let fallback: ErrorCode = place == .hidden ? .consentFailed : .renderFailed
            return .failed(
                JourneyError(
                    code.flatMap { refusals.contains($0) || $0 == .netUnreachable ? $0 : nil } ?? fallback,
                    "The page could not do it."))
        case .event: return nil
        }
    }

    private static func part(_ payload: JSONValue) -> Part? { payload["part"]?.string.flatMap(Part.init) }

    /// What a page may give as its reason; `NET_UNREACHABLE` besides, after which nobody knows what was done.
    static let refusals: Set<ErrorCode> = [
        .scriptMissing, .mfaNotEnabled, .consentFailed, .rateLimited, .userSuspended, .cardTokenExpired, .cardUnknown,
        .cardBlocked, .cardNotActive, .renderFailed,
    ]
}
