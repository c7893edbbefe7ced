package import JourneyBase

/// A read that is repeated until a condition on its answer is true; manifest 1.3.
package struct Poll: Sendable {
    /// The wait between two reads.
    package let interval: Duration
    /// The time from the first read after which the outcome counts as unknown.
    package let limit: Duration
    /// The condition, over `result`, `status` and `headers`.
    let until: Expression

    /// Returns `true` if the answer ends the poll. A condition that has no value is not true.
    package func isOver(_ body: JSONValue, _ reply: CallReply) -> Bool {
        (try? until.isTrue(in: reply.scope(result: body))) ?? false
    }

    /// Returns why the condition has no value for the answer, or `nil` if it has one.
    ///
    /// - Parameter place: The place of the poll in the manifest.
    package func fault(_ body: JSONValue, _ reply: CallReply, at place: String) -> String? {
        until.fault(reply.scope(result: body), at: "\(place).until")
    }
}

/// A read that decides a call whose own answer was lost; manifest 1.3.
package struct StatusQuery: Sendable {
    package let operation: Operation
    /// The arguments, over the values that the call itself is made of.
    let arguments: [String: Expression]
    package let poll: Poll
    /// The condition under which the call was executed, once the poll is over. Otherwise it never will be.
    let done: Expression
    /// The values of the call's outputs, over the query's answer.
    let outputValues: [String: Expression]

    /// Returns `true` if the answer that ended the poll says that the call was executed, `false` if it never will be, and `nil`
    /// if the condition has no value.
    package func isDone(_ body: JSONValue, _ reply: CallReply) -> Bool? {
        try? done.isTrue(in: reply.scope(result: body))
    }

    /// Returns why one of the conditions has no value for the answer, or `nil` if they have.
    ///
    /// - Parameter place: The place of the query in the manifest.
    package func fault(_ body: JSONValue, _ reply: CallReply, at place: String) -> String? {
        poll.fault(body, reply, at: place)
            ?? (poll.isOver(body, reply) ? done.fault(reply.scope(result: body), at: "\(place).done") : nil)
    }
}

extension Expression {
    /// Returns why the condition has no value, or `nil` if it has one.
    fileprivate func fault(_ scope: ExpressionScope, at place: String) -> String? {
        do throws(ExpressionError) { _ = try isTrue(in: scope) } catch { return error.message(of: self, at: place) }
        return nil
    }
}
