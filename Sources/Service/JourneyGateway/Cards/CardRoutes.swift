import Foundation
public import JourneyBase
public import JourneyCrypto
public import JourneyServer
import JourneyWire

/// The card proxy: the consent that shows a card's details, what an app may know of the card, and the page that carries the
/// issuer's UI SDK. `docs/reference/card-proxy.md` has bodies and codes.
///
/// | route | |
/// |---|---|
/// | `POST /striga/confirm-consent` | a one-time code for the token that shows the card |
/// | `POST /striga/resend-consent-code`, `/striga/revoke-consent` | another code; no token counts any more |
/// | `POST /striga/pages` | the address of a page that opens once |
/// | `GET /striga/page/{ticket}`, `/striga/page/{version}/{file}` | the page and its files |
/// | `GET /striga/cards/{card}`, `/transactions` | the card without anything sensitive; what was paid |
/// | `POST /striga/cards/{card}/freeze`, `/unfreeze` | the card as it is then |
public struct CardRoutes: RoutedService {
    static let bodyLimit = 4_096

    public let router: Router
    /// Asks the issuer again for revocations that are owed, also by earlier runs. The program that runs the routes starts it.
    public let revocations: PeriodicWorker

    /// The card proxy of `issuer`.
    ///
    /// - Parameters:
    ///   - partners: Keys of the hosts' backends that mint user tokens (ES256), by their ids.
    ///   - owners: Whose users there are; without a list, each belongs to the partner that names the user first.
    ///   - patience: How long the issuer has for all that one request asks of it.
    ///   - connectionIdleLimit: The longest time for which a connection to the issuer may have been idle to carry a request
    ///     that may not be repeated; zero opens a new one for each.
    public init(
        issuer: IssuerAccount, partners: [String: JWKSet], owners: CardPartners = CardPartners(), store: CardStore,
        files: CardPageFiles, designs: [String: CardDesign] = [:], rates: CardRates = CardRates(),
        patience: Duration = .seconds(10), connectionIdleLimit: Duration = .zero,
        transport: any HTTPTransport, dependencies: Dependencies = .system
    ) {
        let service = CardService(
            client: IssuerClient(
                issuer, over: transport, connectionIdleLimit: connectionIdleLimit, dependencies: dependencies),
            store: store.counting(by: rates), answers: CardAnswers(clock: dependencies.clock),
            keys: CardStoreKeys(issuer.apiSecret), tokens: UserToken(partners: partners), owners: owners,
            designs: designs, patience: patience, dependencies: dependencies)
        revocations = PeriodicWorker(every: .seconds(5), dependencies.clock, [{ await service.askOwedRevocations() }])
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
                // A look ahead would use it up.
                guard request.method == .get else { throw CardRefusal(.requestInvalid) }
                let page = try await service.page(ticket: parameters["ticket"])
                return CardPage(issuer: issuer, files: files, page: page, origin: request.url.origin).response
            },
        ]
    }

    /// A route whose body names its user, who has to be the token's; another partner's user gets `code`.
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

    /// `cursor`, the only thing that may be asked for.
    private static func cursor(of request: HTTPRequest) throws(CardRefusal) -> String? {
        guard let query = request.url.query else { return nil }
        let parts = query.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == CardContract.cursor else { throw CardRefusal(.requestInvalid) }
        return String(parts[1])
    }
}
