public import CardDetailsSDK
import Foundation
public import JourneyBase
import JourneyCrypto
import JourneyGateway
import JourneyServer
import JourneyTesting
import JourneyWire
import SandboxServices
import Synchronization

extension CardSandbox {
    /// A card and its owner.
    public struct Card: Hashable, Sendable {
        public var id: CardID
        public var owner: CardUserID
        /// The status, as the issuer names it.
        public var status: String
        /// `true` for a physical card; only such a card has a PIN to show.
        public var isPhysical: Bool

        public init(id: CardID, owner: CardUserID, status: String = "ACTIVE", isPhysical: Bool = false) {
            self.id = id
            self.owner = owner
            self.status = status
            self.isPhysical = isPhysical
        }
    }

    /// The card proxy (`docs/reference/card-proxy.md`) and the issuer of `journey serve` behind it, in this process. All data is in memory.
    public final class Service: HTTPService {
        /// The state that tests can observe.
        private struct State {
            var codes: [String] = []
            var drawn: [String] = []
            /// The expiry dates of the tokens that weren't revoked.
            var tokens: [Date] = []
            var isVerified = true
        }

        /// The name under which the proxy knows the host's backend.
        static let partner = "backend"

        private let opened: Task<(proxy: CardRoutes, issuer: CardIssuer, vault: CardVaultService), any Error>
        private let now: @Sendable () -> Date
        private let state = Mutex(State())

        init(_ cards: [Card], backend: JWKSet, time: SandboxTime, random: @escaping @Sendable (Int) -> [UInt8]) {
            now = time.now
            // Waiting for the database uses the system's clock, because the sandbox's may stand still.
            let dependencies = Dependencies(now: time.now, clock: ContinuousClock(), random: random)
            let holders = DemoCardholders(
                cards.map { ($0.id.rawValue, $0.owner.rawValue, $0.isPhysical, $0.status) }, name: "Ada Winter")
            let (api, frames) = (sandboxOrigin("issuer.example"), CardSandbox.vault)
            opened = Task {
                let issuer = try await CardIssuer(
                    .memory, seed: CardSeed(Secret(copying: random(32))), holders: holders, dependencies: dependencies)
                let vault = try CardVaultService(issuer, guests: [CardSandbox.origin])
                guard let calls = HTTPSURL(origin: api, path: IssuerCall.version),
                    let script = HTTPSURL(origin: frames, path: CardVaultService.script)
                else { throw JourneyError(.configurationInvalid, "The sandbox issuer's URL is invalid.") }
                let credentials = issuer.credentials
                let proxy = CardRoutes(
                    issuer: try IssuerAccount(
                        api: calls, script: script, applicationID: credentials.applicationID,
                        apiKey: credentials.apiKey, apiSecret: credentials.apiSecret, uiSecret: credentials.uiSecret),
                    partners: [Service.partner: backend],
                    store: try await CardStore(try await Database.open(.memory, dependencies: dependencies)),
                    files: CardPageFiles(script: [], style: [], bridge: []),
                    transport: ServiceTransport([api: CardIssuerService(issuer)]), dependencies: dependencies)
                return (proxy, issuer, vault)
            }
        }

        /// The codes sent so far, in order.
        public var codes: [String] { state.withLock(\.codes) }
        /// The code sent last; empty if there is none.
        public var lastCode: String { codes.last ?? "" }
        /// The cards rendered so far, in order.
        public var drawn: [String] { state.withLock(\.drawn) }
        /// The number of tokens that are valid now; none after a card was hidden.
        public var openTokens: Int {
            let now = now()
            return state.withLock { $0.tokens.count { now < $0 } }
        }
        /// Sets whether users have verified email and phone with the issuer. Otherwise no code is sent.
        public func verify(_ isVerified: Bool) { state.withLock { $0.isVerified = isVerified } }

        public func handle(_ request: HTTPRequest) async -> HTTPResponse {
            do {
                let (proxy, issuer, _) = try await opened.value
                let answer = await proxy.handle(request)
                if request.url.path.hasSuffix("/resend-consent-code"), answer.status == 200 { recordCode() }
                let tokens = try await issuer.tokenEnds()
                state.withLock { $0.tokens = tokens }
                return answer
            } catch { return HTTPResponse(status: 503) }
        }

        private func recordCode() { state.withLock { $0.codes.append(CardIssuer.code) } }

        // MARK: The issuer's page

        /// Plays the proxy's page: `card.js` with the issuer's script. It follows the SDK's messages and the issuer's responses.
        func play(_ page: ScriptedDocument, _ place: CardPageVisibility) async throws {
            let document = await handle(HTTPRequest(method: .get, url: page.url))
            guard document.status == 200, let settings = PageSettings(document.body) else {
                return page.fail(
                    JourneyError(
                        .pageLoadFailed, "Opening the card page failed: its URL was already used, or has expired."))
            }
            try await page.connect()
            do {
                if place == .visible {
                    try await draw(page, settings)
                } else {
                    try await requestConsent(page, settings)
                }
            } catch let refusal as PageRefusal {
                try await page.emit("failed", ["code": .string(refusal.code.rawValue)])
            }
        }

        private func requestConsent(_ page: ScriptedDocument, _ settings: PageSettings) async throws {
            let order = try await page.event("consent")
            guard order[.userId]?.string == settings.user else { throw PageRefusal(code: .consentFailed) }
            try await opened.value.issuer.verifyPhones(state.withLock(\.isVerified))
            let answer = try await ask(
                VaultPath.consent, settings.identity.merging([.userId: .string(settings.user)]) { $1 })
            guard answer.status == 200 else {
                let codes = ["30029": ErrorCode.mfaNotEnabled, "31055": .rateLimited]
                throw PageRefusal(code: codes[answer.errorCode] ?? .consentFailed)
            }
            recordCode()
            try await page.emit("challenge", answer.body)
        }

        private func draw(_ page: ScriptedDocument, _ settings: PageSettings) async throws {
            let order = try await page.event("render")
            guard order[.cardId]?.string == settings.card, let token = order[.authToken]?.string else {
                throw PageRefusal(code: .cardUnknown)
            }
            for part in ["cardNumber", "cvv"] + (order[.showPin] == true ? ["pin"] : []) {
                let answer = try await ask(
                    VaultPath.drawings,
                    settings.identity.merging([
                        .part: .string(part), .cardId: .string(settings.card), .authToken: .string(token),
                        .hideData: false,
                    ]) { $1 })
                let isAbsent = answer.errorCode == "30022"
                guard answer.status == 200 || isAbsent else {
                    let codes = [
                        "31048": ErrorCode.cardTokenExpired, "30012": .cardTokenExpired, "30013": .cardUnknown,
                        "30061": .cardUnknown, "30100": .cardNotActive,
                    ]
                    throw PageRefusal(code: codes[answer.errorCode] ?? .renderFailed)
                }
                if part == "cardNumber" { state.withLock { $0.drawn.append(settings.card) } }
                try await page.emit(isAbsent ? "absent" : "rendered", .issuer([.part: .string(part)]))
            }
        }

        /// Sends a request of the issuer's script in the proxy's page to the vault.
        private func ask(
            _ path: String, _ body: [IssuerField: JSONValue]
        ) async throws -> (status: Int, body: JSONValue, errorCode: String) {
            guard let url = HTTPSURL(origin: CardSandbox.vault, path: path) else {
                throw JourneyError(.configurationInvalid, "The sandbox vault's URL is invalid.")
            }
            let answer = try await opened.value.vault.handle(
                HTTPRequest(
                    method: .post, url: url,
                    headers: ["Content-Type": "application/json", "Origin": "\(CardSandbox.origin)"],
                    body: JSONValue.issuer(body).compactBytes))
            let value = try JSONReader.read(answer.body)
            return (answer.status, value, value[.errorCode]?.string ?? "")
        }
    }
}

/// The error of the page, with the code that the app receives.
private struct PageRefusal: Error {
    let code: ErrorCode
}

/// The settings of the proxy's page, from the attributes of its body.
private struct PageSettings {
    let identity: [IssuerField: JSONValue]
    let (user, card): (String, String)

    init?(_ document: [UInt8]) {
        let text = String(decoding: document, as: UTF8.self)
        func value(_ name: String) -> String? {
            text.range(of: "data-\(name)=\"").map { start in String(text[start.upperBound...].prefix { $0 != "\"" }) }
        }
        guard let secret = value("ui-secret"), let application = value("application-id"), let user = value("user-id"),
            let card = value("card-id")
        else { return nil }
        identity = [.uiSecret: .string(secret), .applicationId: .string(application)]
        (self.user, self.card) = (user, card)
    }
}
