internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWire

/// Makes the calls of a run: builds requests from operations, retries where that is safe, and interprets responses.
struct ApiClient: Sendable {
    /// The time limit of one call, retries and waits included.
    static let deadline = CallLimits.call
    static let options = HTTPOptions(timeout: CallLimits.attempt, bodyLimit: 1 << 20)

    let transport: any HTTPTransport
    let dependencies: Dependencies
    var identity: RequestIdentity
    let events: EventBus
    var telemetry: RunTelemetry?
    /// Watches a development run; `nil` in production.
    var observer: RunObserver?
    /// The gateway's ticket of an attested run. The bank's server resolves it with the gateway.
    var ticket: Secret?

    /// Returns the request of `call`, without the run's own headers. The same arguments yield the same bytes.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - key: The idempotency key, which goes where the manifest places it (into `X-Idempotency-Key` before 1.3).
    ///   - journey: The call's journey.
    /// - Returns: The request.
    /// - Throws: A failure with `VALIDATION_FAIL` or `ORIGIN_BLOCKED`; nothing was sent.
    func request(of call: PendingCall, key: String?, journey: Journey) throws(Failure) -> HTTPRequest {
        let operation = call.binding.operation
        let placed = call.placing(key)
        var request: HTTPRequest
        do throws(JourneyError) {
            var headers = journey.headers.overridden(by: call.binding.headers).overridden(by: call.headers)
            // Headers of the operation's own that carry the key must be there when the request is checked.
            if let header = placed.header { headers[header.name] = header.value }
            request = try operation.request(arguments: placed.arguments, headers: headers)
        } catch {
            throw Failure(
                error: call.locating(error), status: nil, problem: operation.problem(with: placed.arguments))
        }
        try ApiClient.check(request, operation, journey)
        request.headers[BankHeader.idempotencyKey] = nil
        if let header = placed.header { request.headers[header.name] = header.value }
        return request
    }

    private static func check(
        _ request: HTTPRequest, _ operation: Operation, _ journey: Journey
    ) throws(Failure) {
        guard WebPolicies.isAllowed(origin: request.url.origin, allowed: journey.origins) else {
            let error = JourneyError(
                .originBlocked, "\(operation.id) is on an origin that the manifest does not list.")
            throw Failure(error: error, status: nil)
        }
    }

    /// Returns the request of the status query that decides `call`; `nil` without one. Throws as `request` does.
    func queryRequest(of call: PendingCall, journey: Journey) throws(Failure) -> HTTPRequest? {
        guard let query = call.binding.statusQuery, let arguments = call.queryArguments else { return nil }
        let request: HTTPRequest
        do throws(JourneyError) {
            request = try query.operation.request(arguments: arguments, headers: journey.headers)
        } catch {
            throw Failure(
                error: call.locatingInQuery(error), status: nil, problem: query.operation.problem(with: arguments))
        }
        try ApiClient.check(request, query.operation, journey)
        return request
    }

    /// Makes `call` and returns its answer, and reports each attempt to `onProgress`.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - key: The idempotency key.
    ///   - reserved: The stored request, whose bytes are sent as they are, and what is known of the call. By default, the
    ///     request is made here.
    ///   - journey: The call's journey.
    ///   - onProgress: Receives the progress.
    /// - Returns: The answer.
    func perform(
        _ call: PendingCall, key: String?, reserved: SessionManager.Reservation = SessionManager.Reservation(),
        journey: Journey, onProgress: @Sendable (CallProgress) -> Void = { _ in }
    ) async -> StateMachine.CallAnswer {
        let (operation, binding) = (call.binding.operation, call.binding)
        var request: HTTPRequest
        do throws(Failure) {
            if let stored = reserved.request {
                request = stored
            } else {
                request = try self.request(of: call, key: key, journey: journey)
            }
        } catch { return .failure(error.error, status: nil, problem: error.problem) }
        add(ticket: ticket, to: &request)
        var policy = RetryPolicy(rules: binding.retry, mayRepeat: binding.mayRepeat(hasKey: key != nil))
        if binding.keyPlacement != nil {
            policy.keyed = RetryPolicy.Keyed(isRepeat: reserved.isRepeat, before: reserved.repeatBefore)
        }
        switch await send(
            request, operation: operation.id, policy: policy, isTokenIncluded: operation.takesToken,
            declaring: operation.isAsDeclared, onProgress: onProgress)
        {
        case .failure(let failure):
            return .failure(
                failure.error, status: failure.status, problem: failure.problem, mayBeDone: failure.mayBeDone,
                reply: failure.reply(for: binding))
        case .success(let response):
            let reply = CallReply(response, headers: binding.answerHeaders)
            do throws(JourneyError) {
                return .success(status: response.status, body: try operation.answer(of: response), reply: reply)
            } catch { return .failure(error, status: response.status) }
        }
    }

    /// Adds the run's ticket. A header line is text, so the ticket has to leave its locked memory here.
    func add(ticket: Secret?, to request: inout HTTPRequest) {
        request.headers[BankHeader.ticket] = ticket?.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    struct Failure: Error {
        let error: JourneyError
        /// The response's status; `nil` when there was no response.
        let status: Int?
        /// The problem in the response's body, where it is JSON.
        var problem: CallProblem?
        /// `true` when this attempt or an earlier one may have had its effect without confirmation.
        var mayBeDone = false
        /// The response, where its body is as declared.
        var response: HTTPResponse?
        /// The meaning of the response under the call's key; `nil` for a call without one.
        var meaning: KeyedResponse?

        private static let limits = JSONLimits(bytes: 16_384, depth: 8, values: 512)

        /// Returns what expressions know of the response: the headers that `binding` reads, and the body, where it is JSON of up
        /// to 16 KiB.
        func reply(for binding: Binding) -> CallReply {
            var reply = reply(headers: binding.answerHeaders, readsBody: !binding.errorOutputs.isEmpty)
            if let meaning, let status { reply.conclusion = meaning.conclusion(status: status) }
            return reply
        }

        func reply(headers: [String], readsBody: Bool) -> CallReply {
            guard let response else { return CallReply(status: status) }
            var body: JSONValue?
            if readsBody, response.headers["Content-Type"].flatMap({ MediaType($0) })?.isJSON == true {
                body = try? JSONReader.read(response.body, limits: Failure.limits)
            }
            return CallReply(response, headers: headers, body: body ?? .null)
        }
    }

    /// A function that returns `true` when the body of an error response matches its OpenAPI declaration.
    typealias Declaration = @Sendable (HTTPResponse) -> Bool

    /// Sends `request` until it succeeds with 200 to 299, is refused, or `policy` or the deadline ends the retries.
    ///
    /// Where the body of an error response is not as declared, only the status counts. A response longer than `bodyLimit` bytes
    /// is refused. The deadline excludes the host's token renewal, unless `isRenewalCounted`.
    func send(
        _ request: HTTPRequest, operation: String, policy: RetryPolicy, isTokenIncluded: Bool,
        within limit: Duration = ApiClient.deadline, isRenewalCounted: Bool = false,
        bodyLimit: Int = ApiClient.options.bodyLimit,
        declaring isAsDeclared: Declaration? = nil,
        onProgress: @Sendable (CallProgress) -> Void = { _ in }
    ) async -> Result<HTTPResponse, Failure> {
        var deadline = HTTPDeadline(after: limit, clock: dependencies.clock)
        var options = ApiClient.options
        options.bodyLimit = bodyLimit
        // A POST with a key is retried here, after a wait and with an event for each attempt, and never silently by the
        // transport.
        options.isRepeatable = request.method.isIdempotent && policy.mayRepeat
        if policy.mayRepeat { options.connectionIdleLimit = .seconds(5) }
        var tries = CallTries(policy)
        while true {
            onProgress(.trying(attempt: tries.number))
            let token = isTokenIncluded ? identity.token.current : nil
            var (result, retryAfter) = await attemptOnce(
                request, operation: operation, attempt: tries.number, token: token, options: deadline.cut(options),
                keyed: policy.keyed.map { $0.isRepeat || tries.mayBeDone }, isAsDeclared)
            if case .failure(var failure) = result {
                tries.fail(failure.error, status: failure.status, meaning: failure.meaning)
                failure.mayBeDone = tries.mayBeDone
                result = .failure(failure)
                // Unauthorized: retry once with a renewed token. A 401 whose body gives another reason is final: no token changes
                // it.
                let left = deadline.remaining
                if failure.status == 401, failure.error.code == .authExpired, let token, !tries.hasRenewed,
                    left > .zero,
                    !Task.isCancelled,
                    await identity.token.renewed(after: token, within: isRenewalCounted ? left : nil) != nil,
                    // In the meantime, the bank may have forgotten the key.
                    policy.isOpen(at: dependencies.now(), after: .zero)
                {
                    // The person may have had to sign in.
                    if !isRenewalCounted { deadline = HTTPDeadline(after: left, clock: dependencies.clock) }
                    tries.beginRenewed()
                    continue
                }
            }
            guard case .failure(let failure) = result,
                let wait = tries.wait(
                    after: failure.error, meaning: failure.meaning, retryAfter: retryAfter, random: dependencies.random),
                policy.isOpen(at: dependencies.now(), after: wait), !Task.isCancelled
            else { return result }
            onProgress(.waiting(attempt: tries.number, code: failure.error.code, wait))
            // `false` or an error: no time is left, or the task is cancelled.
            guard (try? await deadline.wait(wait)) ?? false else { return result }
            tries.begin()
        }
    }

    private func attemptOnce(
        _ request: HTTPRequest, operation: String, attempt: Int, token: ContextToken.CurrentToken?,
        options: HTTPOptions, keyed isRepeat: Bool?, _ isAsDeclared: Declaration?
    ) async -> (Result<HTTPResponse, Failure>, retryAfter: Duration?) {
        var request = request
        let span = SpanID.random(dependencies)
        let identity = identity.headers(span: span, token: token)
        // The run's own headers override those of a manifest.
        for field in identity.fields where field.name != "Accept" || request.headers["Accept"] == nil {
            request.headers[field.name] = field.value
        }
        let elapsed = stopwatch(dependencies.clock)
        var status: Int?
        var error: JourneyError?
        var response: HTTPResponse?
        var problem: CallProblem?
        var meaning: KeyedResponse?
        var isSound = true
        do {
            let answer = try await transport.send(request, options: options)
            status = answer.status
            response = answer
            isSound = (200...299).contains(answer.status) || isAsDeclared?(answer) ?? true
            problem = isSound ? StatusMap.problem(answer) : nil
            error = StatusMap.error(
                of: answer, operation: operation,
                hadKey: isRepeat != nil || request.headers[BankHeader.idempotencyKey] != nil,
                now: dependencies.now(), isBodySound: isSound)
            if let isRepeat, let failed = error {
                meaning = KeyedResponseTable.standard.meaning(of: answer, isRepeat: isRepeat)
                if meaning == .conflict { error = JourneyError(.idempotentReplay, failed.message) }
            }
        } catch let failure as JourneyError {
            error = failure
        } catch is CancellationError {
            error = JourneyError(.userCancelled, "\(operation) was cancelled.")
        } catch _ {
            error = JourneyError(.unknown, "\(operation) failed: the transport threw an unknown error.")
        }
        let took = elapsed()
        observer?.record(
            TracedExchange(
                operation: operation, attempt: attempt, request: request, response: response, error: error, took: took))
        events.send(
            .apiCall(
                operation: operation, method: request.method, attempt: attempt, status: status, code: error?.code,
                took: took))
        telemetry?.call(
            span, operation: operation, method: request.method, attempt: attempt, status: status, code: error?.code,
            took: took)
        if var error {
            error.traceID = self.identity.traceID
            var failure = Failure(error: error, status: status, problem: problem)
            failure.meaning = meaning
            if isSound { failure.response = response }
            return (.failure(failure), response?.headers.retryAfter(now: dependencies.now()))
        }
        guard let response else {
            return (
                .failure(
                    Failure(
                        error: JourneyError(.unknown, "\(operation) failed: the transport returned no response."),
                        status: nil)), nil
            )
        }
        return (.success(response), nil)
    }
}
