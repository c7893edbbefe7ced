internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWire

/// Makes the calls of a run: requests from operations, tries again where that is safe, and says what an answer means.
struct ApiClient: Sendable {
    /// What one call may cost, tries and waits included.
    static let deadline = Duration.seconds(45)
    static let options = HTTPOptions(timeout: .seconds(15), bodyLimit: 1 << 20)

    let transport: any HTTPTransport
    let dependencies: Dependencies
    var identity: RequestIdentity
    let events: EventBus
    var telemetry: RunTelemetry?
    /// What the gateway gave for an attested run; the bank's server asks it what it stands for.
    var ticket: Secret?

    /// Makes `call` and gives its answer. `key` goes along as `X-Idempotency-Key`, the same with each try; `tell` hears of
    /// each.
    func perform(
        _ call: PendingCall, key: String?, journey: Journey, tell: @Sendable (CallProgress) -> Void = { _ in }
    ) async -> StateMachine.CallAnswer {
        let operation = call.binding.operation
        var request: HTTPRequest
        do throws(JourneyError) {
            request = try operation.request(
                arguments: call.arguments,
                headers: journey.headers.overridden(by: call.binding.headers).overridden(by: call.headers))
        } catch {
            return .failure(error, status: nil, problem: operation.problem(with: call.arguments))
        }
        guard WebPolicies.isAllowed(origin: request.url.origin, allowed: journey.origins) else {
            let error = JourneyError(
                .originBlocked, "\(operation.id) stands on an origin that the manifest does not list.")
            return .failure(error, status: nil)
        }
        request.headers[BankHeader.idempotencyKey] = key
        // A header line is text, so this is where it has to leave its locked memory.
        request.headers[BankHeader.ticket] = ticket?.withBytes { String(decoding: $0, as: UTF8.self) }
        let policy = RetryPolicy(
            rules: call.binding.retry,
            mayRepeat: operation.method.isIdempotent || operation.takesIdempotencyKey && key != nil)
        switch await send(
            request, operation: operation.id, policy: policy, isTokenIncluded: operation.takesToken,
            declaring: operation.isAsDeclared, tell: tell)
        {
        case .failure(let failure):
            return .failure(
                failure.error, status: failure.status, problem: failure.problem, mayBeDone: failure.mayBeDone)
        case .success(let response):
            do throws(JourneyError) {
                return .success(status: response.status, body: try operation.answer(of: response))
            } catch { return .failure(error, status: response.status) }
        }
    }

    struct Failure: Error {
        let error: JourneyError
        /// `nil` when there was no answer.
        let status: Int?
        /// What the answer's body says, when it says it in JSON.
        var problem: CallProblem?
        /// Whether this try or an earlier one may have done what was asked, although nothing said so.
        var mayBeDone = false
    }

    /// Whether the body of an answer that says no is as its document declares it.
    typealias Declaration = @Sendable (HTTPResponse) -> Bool

    /// Sends `request` until it is answered with 200 to 299, is refused, or `policy` or the deadline says that it is
    /// enough. Of an answer that says no and whose body is not as declared, the status alone counts; one longer than
    /// `bodyLimit` bytes is refused. The deadline does not count how long the host takes to renew its token, unless
    /// `isRenewalCounted`.
    func send(
        _ request: HTTPRequest, operation: String, policy: RetryPolicy, isTokenIncluded: Bool,
        within limit: Duration = ApiClient.deadline, isRenewalCounted: Bool = false,
        bodyLimit: Int = ApiClient.options.bodyLimit,
        declaring isAsDeclared: Declaration? = nil,
        tell: @Sendable (CallProgress) -> Void = { _ in }
    ) async -> Result<HTTPResponse, Failure> {
        var deadline = HTTPDeadline(after: limit, clock: dependencies.clock)
        var options = ApiClient.options
        options.bodyLimit = bodyLimit
        // A POST under a key is repeated here, after a wait and with an event for each try, and never by the transport unseen.
        options.isRepeatable = request.method.isIdempotent
        if policy.mayRepeat { options.connectionIdleLimit = .seconds(5) }
        var attempt = 1
        /// Repeats for a new token, which are none of the policy's.
        var renewals = 0
        var mayBeDone = false
        while true {
            tell(.trying(attempt: attempt))
            let token = isTokenIncluded ? identity.token.current : nil
            var (result, retryAfter) = await attemptOnce(
                request, operation: operation, attempt: attempt, token: token, options: deadline.cut(options),
                isAsDeclared)
            if case .failure(var failure) = result {
                mayBeDone = mayBeDone || CallRefusal(failure.error, status: failure.status) == .unknown
                failure.mayBeDone = mayBeDone
                result = .failure(failure)
                // Turned away at the door: the same request again, once, when there is a new token. A 401 for another reason
                // that the body gives is an answer, which no token changes.
                let left = deadline.remaining
                if failure.status == 401, failure.error.code == .authExpired, let token, renewals == 0, left > .zero,
                    !Task.isCancelled,
                    await identity.token.renewed(after: token, within: isRenewalCounted ? left : nil) != nil
                {
                    // It may be a person who had to sign in.
                    if !isRenewalCounted { deadline = HTTPDeadline(after: left, clock: dependencies.clock) }
                    renewals += 1
                    attempt += 1
                    continue
                }
            }
            guard case .failure(let failure) = result,
                let wait = policy.wait(
                    after: failure.error, attempt: attempt - renewals, retryAfter: retryAfter,
                    random: dependencies.random),
                !Task.isCancelled
            else { return result }
            tell(.waiting(attempt: attempt, code: failure.error.code, wait))
            // `false`, or an error, when there is no time left or nobody waits any more.
            guard (try? await deadline.wait(wait)) ?? false else { return result }
            attempt += 1
        }
    }

    private func attemptOnce(
        _ request: HTTPRequest, operation: String, attempt: Int, token: ContextToken.CurrentToken?,
        options: HTTPOptions,
        _ isAsDeclared: Declaration?
    ) async -> (Result<HTTPResponse, Failure>, retryAfter: Duration?) {
        var request = request
        let span = SpanID.random(dependencies)
        let identity = identity.headers(span: span, token: token)
        // The run's own headers win over a manifest's.
        for field in identity.fields where field.name != "Accept" || request.headers["Accept"] == nil {
            request.headers[field.name] = field.value
        }
        let elapsed = stopwatch(dependencies.clock)
        var status: Int?
        var error: JourneyError?
        var response: HTTPResponse?
        var problem: CallProblem?
        do {
            let answer = try await transport.send(request, options: options)
            status = answer.status
            response = answer
            let isSound = (200...299).contains(answer.status) || isAsDeclared?(answer) ?? true
            problem = isSound ? StatusMap.problem(answer) : nil
            error = StatusMap.error(
                of: answer, operation: operation, hadKey: request.headers[BankHeader.idempotencyKey] != nil,
                now: dependencies.now(), isBodySound: isSound)
        } catch let failure as JourneyError {
            error = failure
        } catch is CancellationError {
            error = JourneyError(.userCancelled, "\(operation) was cancelled.")
        } catch _ {
            error = JourneyError(.unknown, "\(operation) failed without saying why.")
        }
        let took = elapsed()
        events.send(
            .apiCall(
                operation: operation, method: request.method, attempt: attempt, status: status, code: error?.code,
                took: took))
        telemetry?.call(
            span, operation: operation, method: request.method, attempt: attempt, status: status, code: error?.code,
            took: took)
        if var error {
            error.traceID = self.identity.traceID
            let failure = Failure(error: error, status: status, problem: problem)
            return (.failure(failure), response?.headers.retryAfter(now: dependencies.now()))
        }
        guard let response else {
            return (.failure(Failure(error: JourneyError(.unknown, "\(operation) gave nothing."), status: nil)), nil)
        }
        return (.success(response), nil)
    }
}
