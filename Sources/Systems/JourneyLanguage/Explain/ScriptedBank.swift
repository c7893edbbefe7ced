internal import JourneyBase

/// The bank of a script: its replies to calls, and a count of what it has executed.
struct ScriptedBank: Sendable {
    /// The replies of each operation to its calls; the last one stays.
    private var replies: [String: [ScriptedReply]]
    /// Replies that come first, each once.
    private var faults: [String: [ScriptedReply]] = [:]
    /// The number of executions of each write. A repeat under the same key is not another one.
    private(set) var executions: [String: Int] = [:]
    /// The bodies of the executed calls under a key, by operation and scope.
    private var executed: [String: JSONValue] = [:]

    init(_ replies: [String: [ScriptedReply]]) { self.replies = replies }

    /// Lets the next `times` tries of calls of an operation end with `reply`.
    mutating func add(_ reply: ScriptedReply, to operation: String, times: Int) {
        faults[operation, default: []] += Array(repeating: reply, count: times)
    }

    /// Returns `true` if the bank replies to calls of the operation.
    func replies(to operation: String) -> Bool {
        replies[operation]?.isEmpty == false || faults[operation]?.isEmpty == false
    }

    /// Returns the reply to one try of a call, and counts its execution; `nil` without a reply.
    mutating func reply(to call: PendingCall) -> ScriptedReply? {
        let id = call.binding.operation.id
        guard let reply = next(of: id) else { return nil }
        switch reply.ending {
        case .answered(200...299, let body)?: execute(call, body)
        case .lost?:
            if case .answered(200...299, let body)? = replies[id]?.first?.ending {
                execute(call, body)
            } else {
                execute(call, .null)
            }
        case .answered?, .unreachable?, .unanswered?, nil: break
        }
        return reply
    }

    /// Returns the reply to one read of an operation that asks for the state of another call.
    mutating func reply(toReadOf operation: String) -> ScriptedReply? { next(of: operation) }

    /// Counts the execution of a call, and keeps the body of its response.
    mutating func execute(_ call: PendingCall, _ body: JSONValue) {
        guard call.binding.isWrite else { return }
        if call.carriesKey {
            guard executed[call.scope] == nil else { return }
            executed[call.scope] = body
        }
        executions[call.binding.operation.id, default: 0] += 1
    }

    /// Returns the fate of the keyed call with this scope. The bank refuses the key of a call that it has not executed from now on.
    func fate(of scope: String) -> StateMachine.CallFate { executed[scope].map { .done($0) } ?? .notDone }

    private mutating func next(of operation: String) -> ScriptedReply? {
        guard let fault = faults[operation]?.first else { return ownReply(of: operation) }
        faults[operation]?.removeFirst()
        guard fault.ending == nil else { return fault }
        guard var own = ownReply(of: operation) else { return nil }
        own.delay += fault.delay
        return own
    }

    private mutating func ownReply(of operation: String) -> ScriptedReply? {
        guard let list = replies[operation], let first = list.first else { return nil }
        if list.count > 1 { replies[operation]?.removeFirst() }
        return first
    }
}
