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
        guard let query = call.binding.statusQuery, isUnknown(answer, call), bank.replies(to: query.operation.id) else {
            return answer
        }
        return decided(answer, by: query)
    }

    private func isUnknown(_ answer: StateMachine.CallAnswer, _ call: PendingCall) -> Bool {
        guard case .failure(let error, let status, _, let mayBeDone, let reply) = answer else { return false }
        return (reply.conclusion ?? CallRefusal(error, status: status)).after(mayBeDone: mayBeDone, call) == .unknown
    }

    private mutating func tried(_ call: PendingCall) -> StateMachine.CallAnswer? {
        let binding = call.binding
        var policy = RetryPolicy(rules: binding.retry, mayRepeat: binding.mayRepeat(hasKey: call.carriesKey))
        if binding.keyPlacement != nil { policy.keyed = RetryPolicy.Keyed(isRepeat: false, before: nil) }
        var tries = CallTries(policy)
        while true {
            guard let reply = bank.reply(to: call) else { return nil }
            record(reply, to: binding.operation.id, try: tries.number)
            if reply.delay > .zero, !pass(reply.delay) { return nil }
            let end = ended(reply, call, hasTried: tries.mayBeDone)
            guard case .failure(let error, let status, let problem, _, let kept) = end.answer else { return end.answer }
            tries.fail(error, status: status, meaning: end.meaning)
            // A wait has no jitter here, so that a script does the same each time.
            let wait = tries.wait(after: error, meaning: end.meaning, retryAfter: nil) {
                Array(repeating: 0xFF, count: $0)
            }
            guard let wait else {
                return .failure(error, status: status, problem: problem, mayBeDone: tries.mayBeDone, reply: kept)
            }
            guard pass(wait) else { return nil }
            tries.begin()
        }
    }

    private mutating func record(_ reply: ScriptedReply, to operation: String, try number: Int) {
        explanation.entries.append(.reply(operation: operation, number: number, words: reply.words))
    }

    private typealias TryEnd = (answer: StateMachine.CallAnswer, meaning: KeyedResponse?)

    /// Returns the end of one try, and what its response means under the call's key.
    private mutating func ended(_ reply: ScriptedReply, _ call: PendingCall, hasTried: Bool) -> TryEnd {
        let operation = call.binding.operation
        switch reply.ending {
        case .lost, nil: return (.failure(Explainer.lost(operation.id), status: nil), nil)
        case .unreachable: return (.failure(Explainer.unreached(operation.id), status: nil), nil)
        case .answered(let status, let body):
            let response = Explainer.response(status, body, reply.headers, of: operation)
            let kept = CallReply(response, headers: call.binding.answerHeaders)
            if (200...299).contains(status) {
                return (judged(.success(status: status, body: body, reply: kept), of: call), nil)
            }
            let isSound = operation.isAsDeclared(refusal: response)
            let known = StatusMap.error(
                of: response, operation: operation.id, hadKey: call.carriesKey, now: .distantPast, isBodySound: isSound)
            var error = known ?? JourneyError(.unknown, "\(operation.id) returned HTTP status \(status).")
            var meaning: KeyedResponse?
            if call.binding.keyPlacement != nil {
                meaning = KeyedResponseTable.standard.meaning(of: response, isRepeat: hasTried)
                if meaning == .conflict { error = JourneyError(.idempotentReplay, error.message) }
            }
            var own = isSound ? kept : CallReply(status: status)
            if isSound, !call.binding.errorOutputs.isEmpty { own.body = body }
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

    /// Checks the answer against the operation, as the app does: an undeclared success becomes a failure.
    mutating func judged(_ answer: StateMachine.CallAnswer, of call: PendingCall) -> StateMachine.CallAnswer {
        guard case .success(let status, let body, let reply) = answer else { return answer }
        do throws(JourneyError) {
            return .success(
                status: status, body: try call.binding.operation.accepted(body, status: status), reply: reply)
        } catch {
            explanation.entries.append(.diagnostic(code: error.code.rawValue, message: error.message))
            return .failure(error, status: status)
        }
    }

    // MARK: Polls

    /// Repeats a read until its condition is true or its time is over.
    private mutating func polled(_ call: PendingCall, _ poll: Poll) -> StateMachine.CallAnswer? {
        let id = call.binding.operation.id
        let start = elapsed
        for number in 1... {
            guard let reply = bank.reply(to: call) else { return nil }
            record(reply, to: id, try: number)
            if reply.delay > .zero, !pass(reply.delay) { return nil }
            let answer = ended(reply, call, hasTried: false).answer
            switch answer {
            case .success(_, let body, let reply): if poll.isOver(body, reply) { return answer }
            case .failure(_, let status, _, _, let reply):
                if status == 401 || status == 403 || status != nil && poll.isOver(reply.body, reply) { return answer }
            }
            let left = poll.limit - (elapsed - start)
            guard left > .zero else { break }
            guard pass(min(poll.interval, left)) else { return nil }
        }
        return .failure(
            JourneyError(.stepTimeout, "\(id) showed no outcome in time (poll.maxMs).", recovery: .restart),
            status: nil)
    }

    /// Asks what became of the call, whose own answer is `lost`; returns that one where nothing can be found out.
    private mutating func decided(
        _ lost: StateMachine.CallAnswer, by query: StatusQuery
    ) -> StateMachine.CallAnswer? {
        let id = query.operation.id
        let start = elapsed
        for number in 1... {
            guard let scripted = bank.reply(toReadOf: id) else { return lost }
            record(scripted, to: id, try: number)
            if scripted.delay > .zero, !pass(scripted.delay) { return nil }
            if case .answered(let status, let body) = scripted.ending {
                if status == 401 || status == 403 { return lost }
                var reply = CallReply(status: status, body: body)
                if query.poll.isOver(body, reply) {
                    switch query.isDone(body, reply) {
                    case true where (200...299).contains(status):
                        reply.isFromQuery = true
                        return .success(status: status, body: body, reply: reply)
                    case false: return notDone(lost)
                    default: return lost
                    }
                }
            }
            let left = query.poll.limit - (elapsed - start)
            guard left > .zero else { return lost }
            guard pass(min(query.poll.interval, left)) else { return nil }
        }
        return lost
    }

    private func notDone(_ lost: StateMachine.CallAnswer) -> StateMachine.CallAnswer {
        guard case .failure(let error, let status, let problem, _, var reply) = lost else { return lost }
        reply.conclusion = .judged
        return .failure(error, status: status, problem: problem, reply: reply)
    }
}
