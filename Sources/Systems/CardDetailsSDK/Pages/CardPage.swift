internal import Foundation
internal import JourneyBase
internal import JourneyWeb
internal import JourneyWire

/// One page of the flow, from its engine to its end. It emits events in order.
///
/// The number is drawn by a frame of the issuer's origin inside it, which has no bridge: nothing of it can reach this process.
final class CardPage: Sendable {
    /// A part of the card that is drawn in a frame of its own.
    enum Part: String, Hashable, Sendable { case cardNumber, cvv, pin }

    enum Event: Sendable {
        /// The page has completed the handshake and listens.
        case opened
        case challenge(ConsentChallenge)
        case rendered(Part)
        /// The card does not have that part.
        case absent(Part)
        case copied(Part)
        /// The user pressed “Hide” in the page, or closed it.
        case done
        case failed(JourneyError)
    }

    /// The bridge's journey and steps, as listed in `docs/reference/card-details.md`.
    static let journey = "card-details"
    /// The messages that are sent encrypted or not at all, because they carry the token.
    static let encrypted: [String: PayloadEncryption] = ["render": .direct]

    private let channel: BridgeChannel
    let events: AsyncStream<Event>
    private let pump: Task<Void, Never>

    /// Shows `url` in an engine of the host. `context` is passed to the page at the handshake.
    static func open(
        _ url: HTTPSURL, place: CardPageVisibility, context: JSONValue, configuration: CardDetailsConfiguration,
        host: CardDetailsHost
    ) async throws -> CardPage {
        guard let journey = JourneyID(CardPage.journey), let step = StepID(place == .hidden ? "consent" : "card") else {
            throw JourneyError(.unknown, "The journey or step identifier of the card page is invalid.")
        }
        let container = try await host.makeContainer(configuration.policy, place)
        // Do not load the single-use page of a viewing that was cancelled meanwhile.
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

    /// Closes the page and its processes.
    func close() async {
        await channel.close()
        await pump.value
    }

    /// Returns the event of a report; `nil` for an unknown one. Reports that the page is not allowed to make are ignored.
    private static func event(_ event: BridgeInbound, in place: CardPageVisibility) -> Event? {
        switch event {
        case .opened: return .opened
        case .lost(let error): return .failed(error)
        case .closedByPerson: return .done
        case .request(let request):
            request.answer(.failure(JourneyError(.bridgeForbidden, "The card page must not make requests.")))
            return nil
        case .refused: return nil
        case .event("challenge", let payload) where place == .hidden:
            return ConsentChallenge(payload).map(Event.challenge)
                ?? .failed(
                    JourneyError(
                        .consentFailed, "The page's challenge is not the documented {challengeId, dateExpires}."))
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
                    "The page reported a failure."))
        case .event: return nil
        }
    }

    private static func part(_ payload: JSONValue) -> Part? { payload[.part]?.string.flatMap(Part.init) }

    /// The codes that a page may report as its reason. `NET_UNREACHABLE` is allowed, too; the outcome is unknown then.
    static let refusals: Set<ErrorCode> = [
        .scriptMissing, .mfaNotEnabled, .consentFailed, .rateLimited, .userSuspended, .cardTokenExpired, .cardUnknown,
        .cardBlocked, .cardNotActive, .renderFailed,
    ]
}
