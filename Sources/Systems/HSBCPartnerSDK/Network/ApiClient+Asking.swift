internal import JourneyBase
internal import JourneyLanguage

extension ApiClient {
    /// The answer to one question of a poll.
    enum Asked {
        case answered(status: Int, body: JSONValue, reply: CallReply)
        case refused(Failure)
    }

    /// Sends the read `request` once. A success that is not as declared is a failure.
    func ask(_ request: HTTPRequest, _ operation: Operation, headers: [String]) async -> Asked {
        var request = request
        add(ticket: ticket, to: &request)
        let answer = await send(
            request, operation: operation.id, policy: RetryPolicy(rules: [], mayRepeat: false),
            isTokenIncluded: operation.takesToken, declaring: operation.isAsDeclared)
        switch answer {
        case .failure(let failure): return .refused(failure)
        case .success(let response):
            do throws(JourneyError) {
                return .answered(
                    status: response.status, body: try operation.answer(of: response),
                    reply: CallReply(response, headers: headers))
            } catch { return .refused(Failure(error: error, status: response.status)) }
        }
    }
}

extension ApiClient.Failure {
    /// `true` if asking again with the same credentials cannot help.
    var isFinal: Bool { status == 401 || status == 403 }
}
