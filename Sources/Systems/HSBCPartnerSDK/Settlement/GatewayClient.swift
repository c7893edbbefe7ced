internal import Foundation
internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWire

/// Asks the gateway about a run that was left, and about the calls of runs; `docs/reference/partner-api.md` has both requests.
struct GatewayClient: Sendable {
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
        default: throw SuspendedRun.refusal("The server does not confirm the step.")
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
            let error = JourneyError(.configurationInvalid, "The gateway's address cannot be continued.")
            return .failure(ApiClient.Failure(error: error, status: nil))
        }
        // Asking twice is asking once.
        return await client.send(
            endpoint.request(address, message, headers: headers), operation: endpoint.operation,
            policy: RetryPolicy(rules: [], mayRepeat: true), isTokenIncluded: true, within: deadline,
            isRenewalCounted: true
        ).flatMap { response in
            guard response.status == endpoint.status,
                let answer = try? endpoint.message(of: response, limits: JSONLimits())
            else {
                let error = JourneyError(
                    .validationFail, "\(endpoint.operation) was answered with something else than the documented JSON.")
                return .failure(ApiClient.Failure(error: error, status: response.status))
            }
            return .success(answer)
        }
    }
}
