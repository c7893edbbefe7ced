internal import Foundation
internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWire

/// The gateway client for suspended runs and for the outcome of calls; `docs/reference/partner-api.md` documents both requests.
struct GatewayClient: Sendable {
    /// The time limit of an inquiry: retries, waits and a token renewal included.
    static let inquiryDeadline = Duration.seconds(10)

    /// The client with the host's token, by which the gateway identifies the caller.
    let client: ApiClient
    let endpoints: EndpointProfile
    /// The token of the person's sign-in, under which the bank knows the calls that carried it. `nil` without one.
    var grant: ContextToken?

    /// Asks the gateway whether the run may resume at its saved step.
    ///
    /// - Throws: `RESUME_REFUSED` when it refuses, and the network's code when it does not answer.
    func confirm(_ snapshot: Snapshot) async throws(JourneyError) {
        var asked = ResumeRequest(step: snapshot.step.rawValue, manifestHash: Hex.encode(snapshot.manifestHash))
        asked.sequence = snapshot.sequence
        asked.idempotencyKey = snapshot.idempotencyKey
        asked.instanceKey = snapshot.instanceKey
        asked.savedAt = Int64(snapshot.time.timeIntervalSince1970 * 1_000)
        let answer = await post(SessionContract.resume, asked, of: snapshot.journey, within: ApiClient.deadline)
        switch answer {
        case .success(let confirmed) where confirmed.step == snapshot.step.rawValue: return
        case .failure(let failure)
        where failure.status == nil
            || [.authExpired, .rateLimited, .serverError, .netTimeout].contains(failure.error.code):
            throw failure.error
        default: throw SuspendedRun.refusal("The gateway refused to resume the run at its saved step.")
        }
    }

    /// The number of keys in one request.
    private static let keyLimit = 16

    /// Asks the gateway for the outcome of the calls with `keys`. Calls that the bank does not know are marked as never executed.
    ///
    /// Keys that are missing in the result are unknown. With `isSignedIn`, the calls carried the sign-in's token and the bank is
    /// asked with it; asked as anyone else, it would not find them.
    func reconcile(
        _ keys: [String], of journey: JourneyID, isSignedIn: Bool
    ) async -> [String: StateMachine.CallFate] {
        var headers: HTTPFields = [:]
        if isSignedIn {
            guard let grant else { return [:] }
            headers[GatewayContract.bankAuthorizationHeader] = grant.current.authorization
        }
        let deadline = HTTPDeadline(after: GatewayClient.inquiryDeadline, clock: client.dependencies.clock)
        var fates: [String: StateMachine.CallFate] = [:]
        for start in stride(from: 0, to: keys.count, by: GatewayClient.keyLimit) {
            guard start == 0 || deadline.remaining > .zero else { break }
            let group = Array(keys[start..<min(start + GatewayClient.keyLimit, keys.count)])
            fates.merge(await ask(group, of: journey, headers, within: deadline.remaining)) { $1 }
        }
        return fates
    }

    private func ask(
        _ keys: [String], of journey: JourneyID, _ headers: HTTPFields, within limit: Duration
    ) async -> [String: StateMachine.CallFate] {
        let answer = await post(
            SessionContract.settlements, SettlementRequest(keys: keys), of: journey, headers, within: limit)
        guard case .success(let answer) = answer else { return [:] }
        // A gateway that does not know the header would have asked as the wrong customer.
        guard headers.fields.isEmpty || answer.asked == SettlementAnswer.byGrant else { return [:] }
        var fates: [String: StateMachine.CallFate] = [:]
        for entry in answer.settlements where keys.contains(entry.key) {
            switch entry.known {
            case .done: fates[entry.key] = .done(entry.body?.json ?? .null)
            case .withdrawn: fates[entry.key] = .notDone
            case .unknown: break
            }
        }
        return fates
    }

    private func post<Request: WireMessage, Answer: WireMessage>(
        _ endpoint: Endpoint<Request, Answer>, _ message: Request, of journey: JourneyID,
        _ headers: HTTPFields = [:], within deadline: Duration
    ) async -> Result<Answer, ApiClient.Failure> {
        guard let address = endpoints.address(endpoint.relativePath(journey.rawValue)) else {
            let error = JourneyError(
                .configurationInvalid, "The request path can't be appended to the gateway's address.")
            return .failure(ApiClient.Failure(error: error, status: nil))
        }
        // The requests are idempotent.
        return await client.send(
            endpoint.request(address, message, headers: headers), operation: endpoint.operation,
            policy: RetryPolicy(rules: [], mayRepeat: true), isTokenIncluded: true, within: deadline,
            isRenewalCounted: true
        ).flatMap { response in
            guard response.status == endpoint.status,
                let answer = try? endpoint.message(of: response, limits: JSONLimits())
            else {
                let error = JourneyError(
                    .validationFail, "\(endpoint.operation) returned a status or body other than the documented one.")
                return .failure(ApiClient.Failure(error: error, status: response.status))
            }
            return .success(answer)
        }
    }
}
