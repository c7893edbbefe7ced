#if canImport(UIKit)
internal import Foundation
public import JourneyBase
public import JourneyDevice
public import JourneyScreens
internal import JourneyWeb
public import Observation

/// One card of one user for the views that show it: its flow, its native screens and its pages.
@MainActor @Observable
public final class CardDetails {
    public let card: CardID
    public let user: CardUserID
    /// The presenter of the flow's native screens.
    public let screens: SwiftUIPresenter
    /// The card's data outside the issuer's frames; `nil` until it is loaded.
    public var summary: CardSummary? { preview.summary }
    /// The preview shown in place of the card.
    private(set) var preview = CardPreview()
    @ObservationIgnored public let flow: CardDetailsFlow
    @ObservationIgnored let concealment: Concealment
    /// The slot of the invisible page that asks the issuer for a code.
    let consentPage: PageSlot
    /// The slot of the page in which the issuer's frames draw.
    let cardPage: PageSlot

    /// Creates a card on this package's own adapters: URLSession, WKWebView, the device's biometric prompt, and a key in the
    /// Secure Enclave, or in the Keychain on devices without one.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - user: The card's holder.
    ///   - configuration: The servers and the limits of the flow.
    ///   - trust: The trusted authorities and pins of URLSession and WKWebView.
    ///   - language: The language of the screens.
    ///   - theme: The colours and fonts of the screens.
    ///   - dependencies: The clock, the random source and the log.
    ///   - userToken: Returns the token by which the host's backend vouches for the user.
    /// - Returns: The card. A revocation that an earlier run left pending is resumed in the background.
    /// - Throws: `JourneyError`: `STORE_FAILED` if the Keychain or the key in it cannot be used, `KEY_UNUSABLE` if the key
    ///   belongs to
    ///   another Secure Enclave, as on a device restored from another one. Only `eraseAll()` helps then.
    public static func make(
        _ card: CardID, of user: CardUserID, configuration: CardDetailsConfiguration, trust: TLSTrust = .system,
        language: Language = .english, theme: Theme = .standard, dependencies: Dependencies = .system,
        userToken: @escaping @Sendable () async throws -> CardUserToken
    ) async throws -> CardDetails {
        let store = CardDetails.store
        let keys = EnclaveKey.isAvailable ? InstanceKeyStore(enclave: store) : InstanceKeyStore(store: store)
        let screens = SwiftUIPresenter(language: language, theme: theme, dependencies: dependencies)
        let (consentPage, cardPage) = (PageSlot(), PageSlot())
        let concealment = Concealment()
        let server = ServerTrust(trust, now: dependencies.now)
        var host = CardDetailsHost(
            presenter: screens,
            transport: SessionTransport(
                trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)", now: dependencies.now),
            makeContainer: { policy, place in
                let slot = place == .hidden ? consentPage : cardPage
                return try await WebViewContainer.make(policy: policy, stage: await slot.stage) {
                    await server.fault($0)
                }
            }, biometrics: DeviceBiometrics(), instanceKey: try await keys.key(), store: store,
            userToken: userToken, concealments: { concealment.listen() }, isCaptured: { concealment.isCaptured },
            finishing: { await BackgroundTime.finishing($0) }, dependencies: dependencies)
        // The page and the native screens share one view here.
        host.showsPageAmongScreens = true
        let flow = CardDetailsFlow(configuration, host: host)
        // Resume the revocation that an earlier run of the app left pending, without waiting for the next viewing.
        Task { await flow.resumeRevocation(of: user) }
        return CardDetails(card, user, flow, screens, (consentPage, cardPage), concealment)
    }

    /// Erases all of the product's items in the Keychain of this device.
    ///
    /// - Throws: `JourneyError` with `STORE_FAILED`, as `CardDetailsFlow.eraseAll(in:)` does.
    public static func eraseAll() async throws { try await CardDetailsFlow.eraseAll(in: store) }

    private static var store: KeychainStore {
        KeychainStore(service: "\(Bundle.main.bundleIdentifier ?? "app").cards")
    }

    private init(
        _ card: CardID, _ user: CardUserID, _ flow: CardDetailsFlow, _ screens: SwiftUIPresenter,
        _ pages: (consent: PageSlot, card: PageSlot), _ concealment: Concealment
    ) {
        self.card = card
        self.user = user
        self.flow = flow
        self.screens = screens
        (consentPage, cardPage) = pages
        self.concealment = concealment
    }

    /// Loads the card's data from the proxy. Earlier data stays if the proxy does not respond.
    func load() async {
        preview.begin()
        do throws(CardProblem) {
            let summary = try await flow.client.card(card)
            preview.end(.success(summary))
        } catch {
            preview.end(.failure(Task.isCancelled ? .left : CardStop(error)))
        }
    }

    /// Shows the number and the CVV, from consent to the end. Waits first for a viewing that is being closed.
    public func show() async -> CardDetailsOutcome {
        let outcome = await flow.runNext(card, of: user)
        // No one waits for this: the masked card may appear a little later.
        Task { await load() }
        return outcome
    }

    /// Shows the card's home until the user closes it (`CardDetailsFlow.runHome`). Waits first for a flow that is being closed.
    public func home() async -> CardDetailsOutcome {
        let outcome = await flow.runNextHome(card, of: user)
        Task { await load() }
        return outcome
    }
}
#endif
