#if canImport(UIKit)
internal import Foundation
public import JourneyBase
public import JourneyDevice
public import JourneyScreens
internal import JourneyWeb
public import Observation

/// One card of one person, for the views that show it: its flow, its native screens and its pages.
@MainActor @Observable
public final class CardDetails {
    public let card: CardID
    public let user: CardUserID
    /// Draws the native screens of the flow.
    public let screens: SwiftUIPresenter
    /// What may be known of the card outside the issuer's frames; `nil` until it was loaded.
    public var summary: CardSummary? { preview.summary }
    /// What stands for the card while it is not shown.
    private(set) var preview = CardPreview()
    @ObservationIgnored public let flow: CardDetailsFlow
    @ObservationIgnored let concealment: Concealment
    /// Asks the issuer for a code; not to be seen.
    let consentPage: PageSlot
    /// In which the issuer's frames draw.
    let cardPage: PageSlot

    /// The same on this package's own adapters: URLSession and WKWebView, which believe `trust`, the device's biometric prompt,
    /// and a key in the Secure Enclave, or in the Keychain where there is none.
    ///
    /// `userToken` is asked for the token by which the host's backend vouches for the person. Throws `STORE_FAILED` when the
    /// Keychain or the key in it cannot be used, and `KEY_UNUSABLE` when the key belongs to another Secure Enclave, as on a device that
    /// was restored from another one: only `eraseAll()` helps then.
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
        // What an earlier run of the app has left owed doesn't wait for the person to show the card again.
        Task { await flow.resumeRevocation(of: user) }
        return CardDetails(card, user, flow, screens, (consentPage, cardPage), concealment)
    }

    /// Erases all that the product keeps in the Keychain of this device. Throws as `CardDetailsFlow.eraseAll(in:)`.
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

    /// Asks the proxy for what may be known of the card; what was known stays when it does not answer.
    func load() async {
        preview.begin()
        do throws(CardProblem) {
            let summary = try await flow.client.card(card)
            preview.end(.success(summary))
        } catch {
            preview.end(.failure(Task.isCancelled ? .left : CardStop(error)))
        }
    }

    /// Shows the number and the CVV, from consent to their end. A showing that is being left is awaited first.
    public func show() async -> CardDetailsOutcome {
        let outcome = await flow.runNext(card, of: user)
        // Nobody waits for this: what is masked may come a little later.
        Task { await load() }
        return outcome
    }

    /// The card's own place, until the person closes it (`CardDetailsFlow.runHome`). A flow that is being left is awaited first.
    public func home() async -> CardDetailsOutcome {
        let outcome = await flow.runNextHome(card, of: user)
        Task { await load() }
        return outcome
    }
}
#endif
