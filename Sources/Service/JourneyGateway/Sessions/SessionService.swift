import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyWire

/// The endpoints for resuming a suspended run.
///
/// | route | request | answer |
/// |---|---|---|
/// | `POST /journeys/{id}/resume` | `{step, manifestHash, …}` | `{step}` if exactly this manifest is still served and has that
/// step, not a terminal one; else 409 `RESUME_REFUSED` |
/// | `POST /journeys/{id}/settlements` | `{keys}`, 1 to 16 | `{settlements: [{key, state, body?}]}`, as reported by the bank |
///
/// Callers are authenticated as for manifests (`GatewayIdentity`). The bank reports a key as `done` with the answer's `body`, or
/// as `withdrawn`: not done, and refused from now on. Without a report, the state is `unknown`. Calls made with a sign-in's grant
/// are looked up with that grant, sent in `X-Bank-Authorization`; `asked` is `grant` then.
struct SessionService: RoutedService {
    /// The maximum size of a request, in bytes.
    static let bodyLimit = 16 * 1024
    static let keyLimit = 16

    let router: Router

    /// Creates the service. `bank` answers `POST {settlements}` with `{key}`, under the caller's own token, by `{state, body?}`.
    /// Without `bank`, every key is `unknown`.
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
                return await .answering(orUnavailable: "The journey cannot be read from the database at the moment.") {
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

    private static let refusal = Problem(.resumeRefused, "The run cannot be resumed at this step with this manifest.")

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
        // Withdrawn journeys are included, because their runs may have paid.
        guard let id, try await store.knows(id) else { throw unknown }
        let keys = try (message(of: request) as SettlementRequest).keys
        guard (1...keyLimit).contains(keys.count) else { throw malformed }
        // The bank knows the calls under the user's sign-in during the run, or under the context token.
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

    private static let unknown = Problem(.journeyUnknown, "No journey with this id is published.")

    private static let malformed = Problem(.malformed, "The body is not the documented JSON.")

    private static func message<Message: WireMessage>(of request: HTTPRequest) throws(Problem) -> Message {
        do throws(WireError) {
            return try Message(request.body, limits: JSONLimits(bytes: bodyLimit, depth: 4))
        } catch { throw malformed }
    }
}
