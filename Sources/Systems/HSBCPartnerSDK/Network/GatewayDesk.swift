internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// What a run asks the gateway beside its manifest; `docs/partner-api.md` has both requests.
struct GatewayDesk: Sendable {
    /// What asking for the fate of calls may cost, tries and waits included.
    static let inquiryDeadline = Duration.seconds(10)

    let client: ApiClient
    let endpoints: EndpointProfile

    /// Asks the server whether the run may go on where it was left. Throws `RESUME_REFUSED` when it says no, and the
    /// network's code when it says nothing.
    func confirm(_ snapshot: Snapshot) async throws(JourneyError) {
        var body: [String: JSONValue] = [
            "step": .string(snapshot.point.step.rawValue), "manifestHash": .string(Hex.encode(snapshot.manifestHash)),
            "idempotencyKey": .string(snapshot.idempotencyKey), "instanceKey": .string(snapshot.instanceKey),
            "savedAt": .number(JSONNumber(Int64(snapshot.time.timeIntervalSince1970 * 1_000))),
        ]
        body["sequence"] = snapshot.sequence.map { .number(JSONNumber($0)) }
        let answer = await post("resume", .object(body), of: snapshot.journey, within: ApiClient.deadline)
        switch answer {
        case .success(let json) where json["step"]?.string == snapshot.point.step.rawValue: return
        case .failure(let failure)
        where failure.status == nil
            || [.authExpired, .rateLimited, .serverError, .netTimeout].contains(failure.error.code):
            throw failure.error
        default: throw LeftRun.refusal("The server does not confirm the step.")
        }
    }

    /// Asks what became of the calls with `keys`; those that the server knows nothing of will never be done. What is not
    /// in the answer is not known.
    func settle(_ keys: [String], of journey: JourneyID) async -> [String: StateMachine.CallFate] {
        let body: JSONValue = ["keys": .array(keys.map { .string($0) })]
        let answer = await post("settlements", body, of: journey, within: GatewayDesk.inquiryDeadline)
        guard case .success(let json) = answer else { return [:] }
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
        _ name: String, _ body: JSONValue, of journey: JourneyID, within deadline: Duration
    ) async -> Result<JSONValue, ApiClient.Failure> {
        guard let address = endpoints.address("journeys/\(journey)/\(name)") else {
            let error = JourneyError(.configurationInvalid, "The gateway's address cannot be continued.")
            return .failure(ApiClient.Failure(error: error, status: nil))
        }
        let request = HTTPRequest(
            method: .post, url: address, headers: ["Content-Type": "application/json"], body: body.compactBytes)
        // Asking twice is asking once.
        return await client.send(
            request, operation: name, policy: RetryPolicy(rules: [], mayRepeat: true), isTokenIncluded: true,
            within: deadline
        ).flatMap { response in
            guard response.status == 200, let json = try? JSONReader.read(response.body) else {
                let error = JourneyError(.validationFail, "\(name) was answered with what makes no sense.")
                return .failure(ApiClient.Failure(error: error, status: response.status))
            }
            return .success(json)
        }
    }
}
