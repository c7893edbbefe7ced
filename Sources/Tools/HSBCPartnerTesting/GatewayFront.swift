import JourneyBase
import JourneyCrypto

/// The gateway of a `BankSandbox` as a service: what it publishes, and what it says of runs that were left, by the rules of the
/// real one (`docs/gateway.md`). It asks for the context token, and takes every partner and client.
struct GatewayFront: HTTPService {
    /// What is published, by path.
    let documents: [String: [UInt8]]
    let journey: String
    let token: String
    let bank: BankDesk

    private static let limits = JSONLimits(bytes: 16 * 1_024, depth: 4)
    private static let keyLimit = 16

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(Refusal) { return try reply(to: request) } catch { return error.response }
    }

    private func reply(to request: HTTPRequest) throws(Refusal) -> HTTPResponse {
        let path = request.url.path.split(separator: "/").map(String.init)
        let isJourneys = path.count == 3 && path[0] == "journeys"
        switch (request.method, path.last ?? "") {
        case (.get, "manifest.json") where isJourneys:
            try admit(request)
            return try document(request.url.path, or: "JOURNEY_UNKNOWN")
        case (.get, "openapi.json") where isJourneys: return try document(request.url.path, or: "JOURNEY_UNKNOWN")
        case (.get, _): return try document(request.url.path, or: "NOT_FOUND")
        case (.post, "resume") where isJourneys:
            try admit(request)
            return try resume(path[1], try members(request))
        case (.post, "settlements") where isJourneys:
            try admit(request)
            return try settle(path[1], try members(request), request)
        default: throw .notFound
        }
    }

    private func document(_ path: String, or code: String) throws(Refusal) -> HTTPResponse {
        guard let body = documents[path] else { throw Refusal(404, code) }
        return HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: body)
    }

    private func admit(_ request: HTTPRequest) throws(Refusal) {
        guard request.credentials("Bearer") == token else { throw Refusal(401, "AUTH_EXPIRED") }
    }

    private func members(_ request: HTTPRequest) throws(Refusal) -> [String: JSONValue]? {
        guard request.hasBody("application/json") else { throw Refusal(415, "UNSUPPORTED_TYPE") }
        return request.members(GatewayFront.limits)
    }

    /// A run goes on at a step of the very manifest that is served now.
    private func resume(_ journey: String, _ body: [String: JSONValue]?) throws(Refusal) -> HTTPResponse {
        guard let step = body?["step"]?.string, let hash = body?["manifestHash"]?.string else {
            throw Refusal(400, "VALIDATION_FAIL")
        }
        guard let bytes = documents["/journeys/\(journey)/manifest.json"] else { throw Refusal(404, "JOURNEY_UNKNOWN") }
        guard var members = (try? JSONReader.read(bytes))?.object else { throw Refusal(409, "RESUME_REFUSED") }
        members["signature"] = nil
        guard let form = JSONValue.object(members).canonicalBytes, Hex.encode(SHA256.hash(form)) == hash,
            let type = members["steps"]?[step]?["type"]?.string, type != "terminal"
        else { throw Refusal(409, "RESUME_REFUSED") }
        return .json(["step": .string(step)], headers: ["Cache-Control": "no-store"])
    }

    /// What became of calls whose answers nobody saw, as the bank says it to whoever made them.
    private func settle(
        _ journey: String, _ body: [String: JSONValue]?, _ request: HTTPRequest
    ) throws(Refusal) -> HTTPResponse {
        guard journey == self.journey else { throw Refusal(404, "JOURNEY_UNKNOWN") }
        let keys = (body?["keys"]?.array ?? []).map(\.string)
        guard (1...GatewayFront.keyLimit).contains(keys.count),
            keys.allSatisfy({ (1...255).contains($0?.utf8.count ?? 0) })
        else { throw Refusal(400, "VALIDATION_FAIL") }
        let grant = request.headers["X-Bank-Authorization"]
        var question = request
        if let grant { question.headers["Authorization"] = grant }
        let entries = keys.compactMap(\.self).map { key -> JSONValue in
            .object(bank.settle(key, token: question.credentials("Bearer")).merging(["key": .string(key)]) { $1 })
        }
        var answer: [String: JSONValue] = ["settlements": .array(entries)]
        if grant != nil { answer["asked"] = "grant" }
        return .json(.object(answer), headers: ["Cache-Control": "no-store"])
    }
}
