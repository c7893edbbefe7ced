import Foundation
public import JourneyBase
public import JourneyCrypto
public import JourneyServer
import JourneyWire

/// The card proxy's endpoints: consent to show a card's details, the card's non-sensitive data, and the page that loads the
/// issuer's UI SDK. `docs/reference/card-proxy.md` describes bodies and codes.
///
/// | route | |
/// |---|---|
/// | `POST /striga/confirm-consent` | exchanges a one-time code for the token that shows the card |
/// | `POST /striga/resend-consent-code`, `/striga/revoke-consent` | sends another code; revokes all tokens |
/// | `POST /striga/pages` | returns the address of a single-use page |
/// | `GET /striga/page/{ticket}`, `/striga/page/{version}/{file}` | the page and its files |
/// | `GET /striga/cards/{card}`, `/transactions` | the card without sensitive data; its transactions |
/// | `POST /striga/cards/{card}/freeze`, `/unfreeze` | changes the card and returns its new state |
public struct CardRoutes: RoutedService {
    static let bodyLimit = 4_096

    public let router: Router
    /// The worker that retries unfinished revocations, including those of earlier processes. The program that serves the routes
    /// starts it.
    public let revocations: PeriodicWorker

    /// Creates the card proxy's routes.
    ///
    /// - Parameters:
    ///   - issuer: The issuer's addresses and credentials.
    ///   - partners: Verification keys (ES256) of the hosts' backends that mint user tokens, by partner.
    ///   - owners: The partners' user lists. Without a list, a user belongs to the partner that names it first.
    ///   - store: Challenges, pages, revocations and rate counters.
    ///   - files: The card page's files.
    ///   - designs: Card designs, by name.
    ///   - rates: The rate limits per user.
    ///   - issuerTimeout: The time limit for all issuer calls of one request.
    ///   - connectionIdleLimit: The maximum idle time of a reused connection for requests that must not be repeated; zero opens a
    ///     new connection for each.
    ///   - transport: The HTTP transport to the issuer.
    ///   - dependencies: Time, randomness and log.
    public init(
        issuer: IssuerAccount, partners: [String: JWKSet], owners: CardPartners = CardPartners(), store: CardStore,
        files: CardPageFiles, designs: [String: CardProductDesign] = [:], rates: CardRates = CardRates(),
        issuerTimeout: Duration = .seconds(10), connectionIdleLimit: Duration = .zero,
        transport: any HTTPTransport, dependencies: Dependencies = .system
    ) {
        let service = CardService(
            client: IssuerClient(
                issuer, over: transport, connectionIdleLimit: connectionIdleLimit, dependencies: dependencies),
            store: store.counting(by: rates), answers: CardAnswers(clock: dependencies.clock),
            keys: CardStoreKeys(issuer.apiSecret), tokens: UserToken(partners: partners), owners: owners,
            designs: designs, issuerTimeout: issuerTimeout, dependencies: dependencies)
        revocations = PeriodicWorker(
            every: .seconds(5), dependencies.clock, [{ await service.processPendingRevocations() }])
        router = Router(
            CardRoutes.consent(service) + CardRoutes.cards(service) + CardRoutes.pages(service, issuer, files))
    }

    private static func consent(_ service: CardService) -> [Route] {
        [
            form(CardContract.confirm, service, else: .challengeUnknown) { request, form, user in
                CardTokenAnswer(try await service.confirm(form, of: user, key: try idempotencyKey(of: request)))
            },
            form(CardContract.resend, service, else: .challengeUnknown) { _, form, user in
                try await service.resend(form, of: user)
                return EmptyMessage()
            },
            form(CardContract.revoke, service, else: .challengeUnknown) { _, _, user in
                try await service.revoke(user)
                return EmptyMessage()
            },
        ]
    }

    private static func cards(_ service: CardService) -> [Route] {
        func card<Answer: WireMessage>(
            _ endpoint: Endpoint<some WireBody, Answer>,
            _ work: @escaping @Sendable (HTTPRequest, String, CardUser) async throws -> Answer
        ) -> Route {
            CardContract.route(endpoint, limit: bodyLimit) { request, parameters in
                let user = try await service.user(of: request, else: .cardUnknown)
                return answer(endpoint, try await work(request, parameters["card"], user))
            }
        }
        func change(_ endpoint: Endpoint<EmptyMessage, CardAnswer>, _ isFrozen: Bool) -> Route {
            card(endpoint) { request, card, user in
                _ = try message(EmptyMessage.self, of: request)
                return try await service.freeze(card, isFrozen, of: user)
            }
        }
        return [
            card(CardContract.card) { _, card, user in try await service.card(card, of: user) },
            card(CardContract.payments) { request, card, user in
                try await service.transactions(card, try cursor(of: request), of: user)
            },
            change(CardContract.freeze, true), change(CardContract.unfreeze, false),
        ]
    }

    private static func pages(_ service: CardService, _ issuer: IssuerAccount, _ files: CardPageFiles) -> [Route] {
        [
            form(CardContract.openPage, service, else: .cardUnknown) { request, form, user in
                let (ticket, expires) = try await service.page(form, of: user)
                return CardPageAddress(
                    url: "\(request.url.origin)\(CardContract.pagePrefix)\(ticket)",
                    expires: Date(timeIntervalSince1970: TimeInterval(expires)).ISO8601Format())
            },
            CardContract.route(CardContract.pageFile, limit: 0) { _, parameters in
                files.response(parameters["file"], version: parameters["version"])
                    ?? Problem(404, "NOT_FOUND", "There is nothing at this address.").response
            },
            CardContract.route(CardContract.page, limit: 0) { request, parameters in
                // HEAD would use up the ticket.
                guard request.method == .get else { throw CardRefusal(.requestInvalid) }
                let page = try await service.page(ticket: parameters["ticket"])
                return CardPage(issuer: issuer, files: files, page: page, origin: request.url.origin).response
            },
        ]
    }

    /// Creates a route whose body must name the token's user. Another partner's user gets `code`.
    private static func form<Form: CardUserMessage, Answer: WireMessage>(
        _ endpoint: Endpoint<Form, Answer>, _ service: CardService, else code: CardCode,
        _ work: @escaping @Sendable (HTTPRequest, Form, CardUser) async throws -> Answer
    ) -> Route {
        CardContract.route(endpoint, limit: bodyLimit) { request, _ in
            let user = try await service.user(of: request, else: code)
            let form = try message(Form.self, of: request)
            guard try CardID.required(form.userId) == user.id else { throw CardRefusal(.userMismatch) }
            return answer(endpoint, try await work(request, form, user))
        }
    }

    private static func message<Form: WireMessage>(
        _ form: Form.Type, of request: HTTPRequest
    ) throws(CardRefusal) -> Form {
        try CardContract.message(form, of: request, limits: JSONLimits(bytes: bodyLimit, depth: 2, values: 8))
    }

    private static func answer<Answer: WireMessage>(
        _ endpoint: Endpoint<some WireBody, Answer>, _ message: Answer
    ) -> HTTPResponse { endpoint.response(message, headers: ["Cache-Control": "no-store"]) }

    private static func idempotencyKey(of request: HTTPRequest) throws(CardRefusal) -> String? {
        let keys = request.headers.values(of: WireHeader.idempotencyKey)
        guard let key = keys.first else { return nil }
        guard keys.count == 1, JWKSet.isKeyID(key) else { throw CardRefusal(.requestInvalid) }
        return key
    }

    /// Returns the value of `cursor`, the only query parameter allowed.
    private static func cursor(of request: HTTPRequest) throws(CardRefusal) -> String? {
        guard let query = request.url.query else { return nil }
        let parts = query.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == CardContract.cursor else { throw CardRefusal(.requestInvalid) }
        return String(parts[1])
    }
}
