internal import JourneyBase

/// A bank's reply to one try of a call.
struct ScriptedReply: Sendable, Hashable {
    enum Ending: Sendable, Hashable {
        /// A response with a status and a body.
        case answered(status: Int, body: JSONValue)
        /// The bank has executed the call, and its response was lost.
        case lost
        /// The bank was not reached, so nothing was executed.
        case unreachable
        /// No response yet: the call stays under way until the script answers it.
        case unanswered
    }

    /// The end of the try; `nil` for the operation's own reply, which then only comes later.
    var ending: Ending?
    /// The time that the try takes.
    var delay: Duration = .zero
    /// The headers of the response.
    var headers: HTTPFields = [:]

    static let members = ["status", "body", "headers", "lost", "unreachable", "unanswered", "seconds"]

    /// Reads the members of a reply.
    ///
    /// - Parameter needsEnding: `true` if a delay alone is refused.
    init(_ reading: Reading, needsEnding: Bool) throws(Refusal) {
        let named = ["status", "lost", "unreachable", "unanswered"].filter { reading.member($0) != nil }
        guard named.count <= 1 else { throw reading.refusal("has both '\(named[0])' and '\(named[1])'") }
        for name in named where name != "status" {
            guard try reading.member(name)?.flag() == true else {
                throw reading.refusal("has '\(name)', which must be true")
            }
        }
        switch named.first {
        case "lost": ending = .lost
        case "unreachable": ending = .unreachable
        case "unanswered": ending = .unanswered
        case "status":
            let status = try reading.required("status").whole(in: 200...599)
            ending = .answered(status: status, body: reading.value["body"] ?? .null)
        default: ending = nil
        }
        for name in ["body", "headers"] where named.first != "status" {
            if let member = reading.member(name) { throw member.refusal("is only allowed together with 'status'") }
        }
        for (name, value) in try reading.member("headers")?.members() ?? [] { headers[name] = try value.text() }
        delay = try reading.member("seconds").map { (member) throws(Refusal) in try member.seconds() } ?? .zero
        if ending == nil, needsEnding || delay == .zero {
            throw reading.refusal(
                "needs a 'status', 'lost', 'unreachable' or 'unanswered'\(needsEnding ? "" : ", or 'seconds'")")
        }
    }

    /// A short text for the reply, such as `503 after 2 s`.
    var words: String {
        let late = delay == .zero ? "" : " after \(delay / .seconds(1)) s"
        return switch ending {
        case .answered(let status, _): "\(status)\(late)"
        case .lost: "executed, but the response is lost\(late)"
        case .unreachable: "not reached\(late)"
        case .unanswered: "no response yet"
        case nil: "the reply comes\(late)"
        }
    }
}

extension Reading {
    /// The longest time that a script lets pass at once: 400 days.
    private static let longestTime = 400 * 86_400.0

    /// Reads a positive number of seconds.
    func seconds() throws(Refusal) -> Duration {
        guard let number = value.number?.double else { throw refusal("is not a number of seconds") }
        guard number > 0, number <= Reading.longestTime else {
            throw refusal("is not between 0 and \(Int(Reading.longestTime)) seconds")
        }
        return .milliseconds(Int((number * 1_000).rounded()))
    }
}
