internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// What a run asks the gateway beside its manifest; `docs/partner-api.md` has both requests.
struct GatewayDesk: Sendable {
    /// What asking for the fate of calls may cost, tries, waits and a new token included.
    static let inquiryDeadline = Duration.seconds(10)

    /// Carries the host's token, which is how the gateway knows who asks.
    let client: ApiClient
    let endpoints: EndpointProfile
    /// What the person's sign-in granted: the bank knows the calls that carried it as that person's. `nil` without one.
    var grant: ContextToken?

    /// Asks the server whether the run may go on where it was left. Throws `RESUME_REFUSED` when it says no, and the
    /// network's code when it says nothing.
    func confirm(_ snapshot: Snapshot) async throws(JourneyError) {
        var body: [String: JSONValue] = [
            "step": .string(snapshot.step.rawValue), "manifestHash": .string(Hex.encode(snapshot.manifestHash)),
            "idempotencyKey": .string(snapshot.idempotencyKey), "instanceKey": .string(snapshot.instanceKey),
            "savedAt": .number(JSONNumber(Int64(snapshot.time.timeIntervalSince1970 * 1_000))),
        ]
        body["sequence"] = snapshot.sequence.map { .number(JSONNumber($0)) }
        let answer = await post("resume", .object(body), of: snapshot.journey, within: ApiClient.deadline)
        switch answer {
        case .success(let json) where json["step"]?.string == snapshot.step.rawValue: return
        case .failure(let failure)
        where failure.status == nil
            || [.authExpired, .rateLimited, .serverError, .netTimeout].contains(failure.error.code):
            throw failure.error
        default: throw LeftRun.refusal("The server does not confirm the step.")
        }
    }

    /// Keys in one question.
    private static let keyLimit = 16

    /// Asks what became of the calls with `keys`; those that the server knows nothing of will never be done. What is not
    /// in the answer is not known. `isSignedIn`: they carried what the sign-in granted, and the bank is asked with that;
    /// asked as anybody else, it would say that there was nothing.
    func settle(
        _ keys: [String], of journey: JourneyID, isSignedIn: Bool
    ) async -> [String: StateMachine.CallFate] {
        var headers: HTTPFields = [:]
        if isSignedIn {
            guard let grant else { return [:] }
            headers["X-Bank-Authorization"] = grant.current.authorization
        }
        let deadline = HTTPDeadline(after: GatewayDesk.inquiryDeadline, clock: client.surroundings.clock)
        var fates: [String: StateMachine.CallFate] = [:]
        for start in stride(from: 0, to: keys.count, by: GatewayDesk.keyLimit) {
            guard start == 0 || deadline.remaining > .zero else { break }
            let group = Array(keys[start..<min(start + GatewayDesk.keyLimit, keys.count)])
            fates.merge(await ask(group, of: journey, headers, within: deadline.remaining)) { $1 }
        }
        return fates
    }

    private func ask(
        _ keys: [String], of journey: JourneyID, _ headers: HTTPFields, within limit: Duration
    ) async -> [String: StateMachine.CallFate] {
        let body: JSONValue = ["keys": .array(keys.map { .string($0) })]
        let answer = await post("settlements", body, of: journey, headers, within: limit)
        guard case .success(let json) = answer else { return [:] }
        // A gateway that does not know the header would have asked as the wrong customer.
        guard headers.fields.isEmpty || json["asked"] == "grant" else { return [:] }
        var fates: [String: StateMachine.CallFate] = [:]
        for entry in json["settlements"]?.array ?? [] {
            guard let key = entry["key"]?.string, keys.contains(key) else { continue }
            switch entry["state"] {
            case "done": fates[key] = .done(entry["body"] ?? .null)
            case "withdrawn": fates[key] = .notDone
            default: break
            }
        }
        return fates
    }

    private func post(
        _ name: String, _ body: JSONValue, of journey: JourneyID, _ headers: HTTPFields = [:],
        within deadline: Duration
    ) async -> Result<JSONValue, ApiClient.Failure> {
        guard let address = endpoints.address("journeys/\(journey)/\(name)") else {
            let error = JourneyError(.configurationInvalid, "The gateway's address cannot be continued.")
            return .failure(ApiClient.Failure(error: error, status: nil))
        }
        var request = HTTPRequest(
            method: .post, url: address, headers: headers, body: body.compactBytes)
        request.headers["Content-Type"] = "application/json"
        // Asking twice is asking once.
        return await client.send(
            request, operation: name, policy: RetryPolicy(rules: [], mayRepeat: true), isTokenIncluded: true,
            within: deadline, isRenewalCounted: true
        ).flatMap { response in
            guard response.status == 200, let json = try? JSONReader.read(response.body) else {
                let error = JourneyError(.validationFail, "\(name) was answered with what makes no sense.")
                return .failure(ApiClient.Failure(error: error, status: response.status))
            }
            return .success(json)
        }
    }
}
