import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer

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
        router = Router([
            Route(.post, "/journeys/{id}/resume", body: .whole(limit: Self.bodyLimit)) { request, parameters in
                if let refusal = await access.refusal(of: request) ?? .unsupported(request, "application/json") {
                    return refusal.response
                }
                return await Self.resume(JourneyID(parameters["id"]), request, store)
            },
            Route(.post, "/journeys/{id}/settlements", body: .whole(limit: Self.bodyLimit)) { request, parameters in
                if let refusal = await access.refusal(of: request) ?? .unsupported(request, "application/json") {
                    return refusal.response
                }
                return await Self.settle(JourneyID(parameters["id"]), request, store, bank)
            },
        ])
    }

    // MARK: Resuming

    private static let refusal = Problem(409, "RESUME_REFUSED", "The run cannot go on there.")

    private static func resume(_ id: JourneyID?, _ request: HTTPRequest, _ store: ManifestStore) async -> HTTPResponse {
        guard let body = json(of: request), let step = body["step"]?.string, let hash = body["manifestHash"]?.string
        else { return malformed.response }
        do {
            guard let id, let manifest = try await store.manifest(id) else {
                return unknown.response
            }
            guard case .object(var members) = try? JSONReader.read(manifest, limits: .manifest) else {
                return refusal.response
            }
            members["signature"] = nil
            guard let form = JSONValue.object(members).canonicalBytes, Hex.encode(SHA256.hash(form)) == hash,
                let type = members["steps"]?[step]?["type"]?.string, type != "terminal"
            else { return refusal.response }
            return .json(["step": .string(step)], headers: ["Cache-Control": "no-store"])
        } catch {
            return Problem.unavailable("The journey cannot be read at the moment.").response
        }
    }

    // MARK: Settling

    private static func settle(
        _ id: JourneyID?, _ request: HTTPRequest, _ store: ManifestStore,
        _ bank: (service: any HTTPService, settlements: HTTPSURL)?
    ) async -> HTTPResponse {
        // One that was withdrawn is asked about too: what its runs have paid is paid.
        do {
            guard let id, try await store.knows(id) else { return unknown.response }
        } catch { return Problem.unavailable("The journey cannot be read at the moment.").response }
        guard let keys = json(of: request)?["keys"]?.array?.map(\.string), (1...keyLimit).contains(keys.count) else {
            return malformed.response
        }
        // Whom the bank knows the calls of: who signed in during the run, or the context token's.
        let grant = request.headers["X-Bank-Authorization"]
        var settlements: [JSONValue] = []
        for key in keys {
            guard let key, (1...255).contains(key.utf8.count) else { return malformed.response }
            guard let bank else {
                settlements.append(.object(["key": .string(key), "state": "unknown"]))
                continue
            }
            var question = HTTPRequest(
                method: .post, url: bank.settlements, headers: ["Content-Type": "application/json"],
                body: JSONValue.object(["key": .string(key)]).compactBytes)
            question.headers["Authorization"] = grant ?? request.headers["Authorization"]
            settlements.append(.object(settlement(of: key, await bank.service.handle(question))))
        }
        var answer: [String: JSONValue] = ["settlements": .array(settlements)]
        if grant != nil { answer["asked"] = "grant" }
        return .json(.object(answer), headers: ["Cache-Control": "no-store"])
    }

    private static func settlement(of key: String, _ answer: HTTPResponse) -> [String: JSONValue] {
        var entry: [String: JSONValue] = ["key": .string(key), "state": "unknown"]
        guard answer.status == 200, let said = try? JSONReader.read(answer.body) else { return entry }
        switch said["state"] {
        case "done":
            entry["state"] = "done"
            entry["body"] = said["body"]
        case "withdrawn": entry["state"] = "withdrawn"
        default: break
        }
        return entry
    }

    private static let unknown = Problem(404, "JOURNEY_UNKNOWN", "There is no such journey.")

    private static let malformed = Problem(400, "VALIDATION_FAIL", "This is no such request.")

    private static func json(of request: HTTPRequest) -> JSONValue? {
        try? JSONReader.read(request.body, limits: JSONLimits(bytes: bodyLimit, depth: 4))
    }
}
