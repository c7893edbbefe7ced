internal import Foundation
internal import JourneyBase

extension Explainer {
    /// Lets the bank reply to all calls and inquiries that are under way, but for those that the next event of the script answers.
    /// Returns `false` if that comes to no end.
    ///
    /// - Parameter next: The index of the next entry.
    mutating func answerCalls(before next: Int) -> Bool {
        let upcoming = script.entries[next...].first { !$0.happening.isExpectation }?.happening
        for _ in 0..<Explainer.callLimit {
            // The app cancels what is under way when the run ends.
            guard !machine.isFinished else { return true }
            if !inquired.isEmpty, !script.replies.isEmpty {
                if case .inquiry = upcoming { return true }
                let fates = Dictionary(inquired.map { ($0, bank.fate(of: $0)) }) { first, _ in first }
                inquired = []
                guard advance(.inquiryAnswered(fates)) else { return false }
                continue
            }
            let call = machine.callsUnderWay.first { call in
                let operation = call.binding.operation.id
                if case .answer(operation, _) = upcoming { return false }
                return !unanswered.contains(call.id) && bank.replies(to: operation)
            }
            guard let call else { return true }
            guard let answer = answer(to: call) else {
                unanswered.insert(call.id)
                continue
            }
            guard advance(.callFinished(call.id, answer)) else { return false }
        }
        return false
    }

    /// Returns the end of a call with all its tries, as an app would see it; `nil` if the bank has no reply to one of them.
    private mutating func answer(to call: PendingCall) -> StateMachine.CallAnswer? {
        if let poll = call.binding.poll { return polled(call, poll) }
        guard let answer = tried(call) else { return nil }
        guard let query = call.binding.statusQuery, answer.isUnknown(for: call), bank.replies(to: query.operation.id)
        else {
            return answer
        }
        return decided(answer, of: call, by: query)
    }

    /// Returns the end of a call after all its tries; `nil` if the bank has no reply to one of them, or nobody waits for it.
    private mutating func tried(_ call: PendingCall) -> StateMachine.CallAnswer? {
        let binding = call.binding
        let first = call.isTracked ? sent[call.scope] : nil
        let window = binding.keyPlacement?.window
        if let first, binding.isOnce || window.map({ elapsed - first >= $0 }) == true {
            return .failure(Explainer.unrepeatable(binding.operation.id), status: nil, mayBeDone: true)
        }
        if call.isTracked { sent[call.scope] = first ?? elapsed }
        var policy = RetryPolicy(rules: binding.retry, mayRepeat: binding.mayRepeat(hasKey: call.carriesKey))
        if let window {
            let before = date(at: (first ?? elapsed) + window)
            policy.keyed = RetryPolicy.Keyed(isRepeat: first != nil, before: before)
        }
        var tries = CallTries(policy)
        let deadline = elapsed + CallLimits.call
        while true {
            guard let reply = bank.reply(to: call) else { return nil }
            record(reply, to: binding.operation.id, try: tries.number)
            guard reply.ending != .unanswered else { return nil }
            let limit = min(CallLimits.attempt, deadline - elapsed)
            let isLate = reply.delay >= limit
            if reply.delay > .zero, !wait(min(reply.delay, limit), for: call) { return nil }
            let end =
                isLate
                ? (.failure(Explainer.lost(binding.operation.id), status: nil), nil)
                : ended(reply, call, isRepeat: first != nil || tries.mayBeDone)
            guard case .failure(let error, let status, let problem, _, let kept) = end.answer else { return end.answer }
            tries.fail(error, status: status, meaning: end.meaning)
            // A wait has no jitter here, so that a script does the same each time.
            let pause = tries.wait(
                after: error, meaning: end.meaning,
                retryAfter: isLate ? nil : reply.headers.retryAfter(now: date(at: elapsed))
            ) { Array(repeating: 0xFF, count: $0) }
            guard let pause, elapsed + pause < deadline, policy.isOpen(at: date(at: elapsed), after: pause) else {
                return .failure(error, status: status, problem: problem, mayBeDone: tries.mayBeDone, reply: kept)
            }
            guard wait(pause, for: call) else { return nil }
            tries.begin()
        }
    }

    /// Lets time pass for a call. Returns `false` if nobody waits for the call any more.
    private mutating func wait(_ duration: Duration, for call: PendingCall) -> Bool {
        pass(duration) && !machine.isFinished && machine.callsUnderWay.contains { $0.id == call.id }
    }

    private func date(at elapsed: Duration) -> Date {
        Date(timeIntervalSince1970: Double(script.start?.seconds ?? 0) + elapsed / .seconds(1))
    }

    private mutating func record(_ reply: ScriptedReply, to operation: String, try number: Int) {
        explanation.entries.append(.reply(operation: operation, number: number, words: reply.words))
    }

    private typealias TryEnd = (answer: StateMachine.CallAnswer, meaning: KeyedResponse?)

    /// Returns the end of one try, and what its response means under the call's key.
    private mutating func ended(_ reply: ScriptedReply, _ call: PendingCall, isRepeat: Bool) -> TryEnd {
        let operation = call.binding.operation
        switch reply.ending {
        case .lost, .unanswered, nil: return (.failure(Explainer.lost(operation.id), status: nil), nil)
        case .unreachable: return (.failure(Explainer.unreached(operation.id), status: nil), nil)
        case .answered(let status, let body):
            let response = Explainer.response(status, body, reply.headers, of: operation)
            let given = reply.headers.fields.isEmpty ? nil : response
            let kept = CallReply(response, headers: call.binding.answerHeaders)
            if (200...299).contains(status) {
                return (judged(.success(status: status, body: body, reply: kept), of: call, given), nil)
            }
            let isSound = operation.isAsDeclared(refusal: response)
            let known = StatusMap.error(
                of: response, operation: operation.id, hadKey: call.carriesKey, now: date(at: elapsed),
                isBodySound: isSound)
            var error = known ?? JourneyError(.unknown, "\(operation.id) returned HTTP status \(status).")
            var meaning: KeyedResponse?
            if call.binding.keyPlacement != nil {
                meaning = KeyedResponseTable.standard.meaning(of: response, isRepeat: isRepeat)
                if meaning == .conflict { error = JourneyError(.idempotentReplay, error.message) }
            }
            var own = isSound ? kept : CallReply(status: status)
            if isSound, !call.binding.errorOutputs.isEmpty || call.binding.poll != nil { own.body = body }
            own.conclusion = meaning?.conclusion(status: status)
            return (
                .failure(
                    error, status: status, problem: isSound ? StatusMap.problem(response) : nil, mayBeDone: false,
                    reply: own), meaning
            )
        }
    }

    /// Returns a response of the JSON type that the document declares for its status.
    private static func response(
        _ status: Int, _ body: JSONValue, _ headers: HTTPFields, of operation: Operation
    ) -> HTTPResponse {
        var headers = headers
        let declared = operation.answers[status].first?.bodies.map(\.type).first { $0.isJSON && !$0.isRange }
        headers["Content-Type"] = headers["Content-Type"] ?? declared?.essence ?? "application/json"
        return HTTPResponse(status: status, headers: headers, body: body == .null ? [] : body.compactBytes)
    }

    private static func lost(_ operation: String) -> JourneyError {
        var error = JourneyError(.netTimeout, "\(operation) got no response in time.")
        error.requestFate = .unknown
        return error
    }

    private static func unreached(_ operation: String) -> JourneyError {
        var error = JourneyError(.netUnreachable, "\(operation) did not reach the bank.")
        error.requestFate = .notSent
        return error
    }

    private static func unrepeatable(_ operation: String) -> JourneyError {
        var error = JourneyError(.resumeRefused, "\(operation) was sent before, and must not be sent again.")
        error.requestFate = .unknown
        return error
    }

    /// Checks the answer against the operation, as the app does: an undeclared success becomes a failure.
    ///
    /// - Parameter response: The response, if the script gives its headers; without them, those that are declared count as there.
    mutating func judged(
        _ answer: StateMachine.CallAnswer, of call: PendingCall, _ response: HTTPResponse? = nil
    ) -> StateMachine.CallAnswer {
        guard case .success(let status, let body, let reply) = answer else { return answer }
        let operation = call.binding.operation
        do throws(JourneyError) {
            let accepted =
                if let response { try operation.answer(of: response) } else {
                    try operation.accepted(body, status: status)
                }
            return .success(status: status, body: accepted, reply: reply)
        } catch {
            explanation.entries.append(.diagnostic(code: error.code.rawValue, message: error.message))
            return .failure(error, status: status)
        }
    }

    // MARK: Polls

    /// The most reads of one poll. One that is not over then has no answer.
    private static let readLimit = 1_000

    /// Repeats a read until its condition is true or its time is over.
    private mutating func polled(_ call: PendingCall, _ poll: Poll) -> StateMachine.CallAnswer? {
        let id = call.binding.operation.id
        let start = elapsed
        for number in 1...Explainer.readLimit {
            guard let reply = bank.reply(to: call) else { return nil }
            record(reply, to: id, try: number)
            guard reply.ending != .unanswered else { return nil }
            if reply.delay > .zero, !wait(min(reply.delay, CallLimits.attempt), for: call) { return nil }
            let isLate = reply.delay >= CallLimits.attempt
            let answer = isLate ? .failure(Explainer.lost(id), status: nil) : ended(reply, call, isRepeat: false).answer
            switch answer {
            case .success(_, let body, let reply): if poll.isOver(body, reply) { return answer }
            case .failure(_, let status, _, _, let reply):
                if status == 401 || status == 403 || status != nil && poll.isOver(reply.body, reply) { return answer }
            }
            let left = poll.limit - (elapsed - start)
            guard left > .zero else {
                return .failure(
                    JourneyError(.stepTimeout, "\(id) showed no outcome in time (poll.maxMs).", recovery: .restart),
                    status: nil)
            }
            guard wait(min(poll.interval, left), for: call) else { return nil }
        }
        return nil
    }

    /// Asks for the state of the call, whose own answer is `lost`; returns that one where nothing can be found out.
    private mutating func decided(
        _ lost: StateMachine.CallAnswer, of call: PendingCall, by query: StatusQuery
    ) -> StateMachine.CallAnswer? {
        let id = query.operation.id
        let start = elapsed
        for number in 1...Explainer.readLimit {
            guard !machine.isEnding, let scripted = bank.reply(toReadOf: id) else { return lost }
            record(scripted, to: id, try: number)
            if scripted.delay > .zero, !wait(min(scripted.delay, CallLimits.attempt), for: call) { return nil }
            if scripted.delay < CallLimits.attempt, case .answered(let status, let body) = scripted.ending {
                if status == 401 || status == 403 { return lost }
                if let answer = verdict(lost, query, status, body, scripted.headers, of: call) { return answer }
            }
            let left = query.poll.limit - (elapsed - start)
            guard left > .zero else { return lost }
            guard wait(min(query.poll.interval, left), for: call) else { return nil }
        }
        return lost
    }

    /// Returns the answer of the call as a query's response decides it; `nil` if the query goes on.
    private func verdict(
        _ lost: StateMachine.CallAnswer, _ query: StatusQuery, _ status: Int, _ body: JSONValue, _ headers: HTTPFields,
        of call: PendingCall
    ) -> StateMachine.CallAnswer? {
        let response = Explainer.response(status, body, headers, of: query.operation)
        let isSuccess = (200...299).contains(status)
        // A response that is not as declared decides nothing.
        guard
            isSuccess
                ? (try? query.operation.accepted(body, status: status)) != nil
                : query.operation.isAsDeclared(refusal: response)
        else { return nil }
        let reply = CallReply(response, headers: call.binding.answerHeaders, body: isSuccess ? .null : body)
        return lost.decided(by: query, status: status, body: body, reply: reply)
    }
}
