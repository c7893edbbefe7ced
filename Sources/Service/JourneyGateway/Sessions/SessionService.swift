import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyWire

/// What a device asks about a run that was left.
///
/// | route | takes | gives |
/// |---|---|---|
/// | `POST /journeys/{id}/resume` | `{step, manifestHash, …}` | `{step}`, when this very manifest is still served and the step is one of it that can be shown; else 409 `RESUME_REFUSED` |
/// | `POST /journeys/{id}/settlements` | `{keys}`, 1 to 16 | `{settlements: [{key, state, body?}]}`, as the bank says |
///
/// Who asks is known as for manifests (`GatewayIdentity`). The bank's word on a key is `done` with the answer's `body`, or
/// `withdrawn`: not done, and from now on refused. Where the bank says nothing, the state is `unknown`. Calls that carried
/// what a sign-in had granted are asked about with that: it stands in `X-Bank-Authorization`, and `asked` says `grant` then.
struct SessionService: RoutedService {
    /// The longest request, in bytes.
    static let bodyLimit = 16 * 1024
    static let keyLimit = 16

    let router: Router

    /// `bank` answers `POST {settlements}` with `{key}`, under the caller's own token, by `{state, body?}`. Without one, what
    /// became of a key is `unknown`.
    init(
        store: ManifestStore, access: any GatewayIdentity,
        bank: (service: any HTTPService, settlements: HTTPSURL)? = nil
    ) {
        func route<Request: WireMessage, Answer: WireMessage>(
            _ endpoint: Endpoint<Request, Answer>,
            _ work: @escaping @Sendable (JourneyID?, HTTPRequest) async throws -> Answer
        ) -> Route {
            Route(endpoint, body: .whole(limit: Self.bodyLimit)) { request, parameters in
                if let refusal = await access.refusal(of: request) ?? .unsupported(request, "application/json") {
                    return refusal.response
                }
                return await .answering(orUnavailable: "The journey cannot be read at the moment.") {
                    endpoint.response(
                        try await work(JourneyID(parameters["id"]), request), headers: HTTPResponse.unstored)
                }
            }
        }
        router = Router([
            route(SessionContract.resume) { try await Self.resume($0, Self.message(of: $1), store) },
            route(SessionContract.settlements) { try await Self.settle($0, $1, store, bank) },
        ])
    }

    // MARK: Resuming

    private static let refusal = Problem(.resumeRefused, "The run cannot go on there.")

    private static func resume(
        _ id: JourneyID?, _ asked: ResumeRequest, _ store: ManifestStore
    ) async throws -> ResumeAnswer {
        guard let id, let manifest = try await store.manifest(id) else { throw unknown }
        guard case .object(var members) = try? JSONReader.read(manifest, limits: .manifest) else { throw refusal }
        members["signature"] = nil
        guard let form = JSONValue.object(members).canonicalBytes,
            Hex.encode(SHA256.hash(form)) == asked.manifestHash,
            let type = members["steps"]?[asked.step]?["type"]?.string, type != "terminal"
        else { throw refusal }
        return ResumeAnswer(step: asked.step)
    }

    // MARK: Settling

    private static func settle(
        _ id: JourneyID?, _ request: HTTPRequest, _ store: ManifestStore,
        _ bank: (service: any HTTPService, settlements: HTTPSURL)?
    ) async throws -> SettlementAnswer {
        // One that was withdrawn is asked about too: what its runs have paid is paid.
        guard let id, try await store.knows(id) else { throw unknown }
        let keys = try (message(of: request) as SettlementRequest).keys
        guard (1...keyLimit).contains(keys.count) else { throw malformed }
        // Whom the bank knows the calls of: who signed in during the run, or the context token's.
        let grant = request.headers[GatewayContract.bankAuthorizationHeader]
        var settlements: [SettlementAnswer.Entry] = []
        for key in keys {
            guard (1...255).contains(key.utf8.count) else { throw malformed }
            var settlement: BankSettlement?
            if let bank {
                var question = HTTPRequest(
                    method: .post, url: bank.settlements, headers: ["Content-Type": "application/json"],
                    body: BankSettlementRequest(key: key).json.compactBytes)
                question.headers["Authorization"] = grant ?? request.headers["Authorization"]
                let answer = await bank.service.handle(question)
                if answer.status == 200 { settlement = try? BankSettlement(answer.body) }
            }
            settlements.append(SettlementAnswer.Entry(key: key, settlement))
        }
        return SettlementAnswer(settlements: settlements, isAskedByGrant: grant != nil)
    }

    private static let unknown = Problem(.journeyUnknown, "There is no such journey.")

    private static let malformed = Problem(.malformed, "This is no such request.")

    private static func message<Message: WireMessage>(of request: HTTPRequest) throws(Problem) -> Message {
        do throws(WireError) {
            return try Message(request.body, limits: JSONLimits(bytes: bodyLimit, depth: 4))
        } catch { throw malformed }
    }
}
