package import JourneyBase

extension StateMachine.CallAnswer {
    /// Returns `true` if the bank may have executed `call`, whose answer this is.
    package func isUnknown(for call: PendingCall) -> Bool {
        guard case .failure(let error, let status, _, let mayBeDone, let reply) = self else { return false }
        return (reply.conclusion ?? CallRefusal(error, status: status)).after(mayBeDone: mayBeDone, call) == .unknown
    }

    /// Returns the answer of a call whose own answer is lost, as the response to its status query decides it.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - status: The status of its response.
    ///   - body: The body of its response.
    ///   - reply: The rest of its response.
    /// - Returns: The answer; this one if the response decides nothing, `nil` if the query goes on.
    package func decided(
        by query: StatusQuery, status: Int, body: JSONValue, reply: CallReply
    ) -> StateMachine.CallAnswer? {
        guard query.poll.isOver(body, reply) else { return nil }
        switch query.isDone(body, reply) {
        case true where (200...299).contains(status):
            var reply = reply
            reply.isFromQuery = true
            return .success(status: status, body: body, reply: reply)
        case false:
            guard case .failure(let error, let status, let problem, _, var own) = self else { return self }
            own.conclusion = .judged
            return .failure(error, status: status, problem: problem, reply: own)
        default: return self
        }
    }
}
