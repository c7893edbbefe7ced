internal import JourneyBase

/// An event of an explored run, from outside.
enum AbstractEvent: Sendable {
    case start
    /// The gateway does not attest the run.
    case barred(ErrorCode)
    case page(String)
    /// A message of the page was refused.
    case pageRefused(ErrorCode)
    /// A page's request of this method was approved.
    case approved(String)
    case pageLost(ErrorCode)
    case plugin(PluginEnd)
    case timer(StateMachine.TimerID)
    case closed
    case stopped
    case answer(PendingCall.ID, CallEnd)
    /// The bank answered what became of the payments, or did not.
    case inquiry(isAnswered: Bool)
    /// The process is killed, and the run is resumed. `executed` are the payments in flight that the bank executes all the same;
    /// `isAnswered` is `true` if the bank then says what became of the payments.
    case resume(executed: Set<PendingCall.ID>, isAnswered: Bool)

    enum PluginEnd: Sendable {
        case success
        case cancelled
        case error(ErrorCode)
    }

    /// The end of one try of a call, and what follows from it.
    struct CallEnd: Hashable, Sendable {
        var end: TryEnd
        /// `true` if no retry follows although the rules allow one: the time for the call is over.
        var isLast = true
        /// `true` if a status query then decides the call.
        var isDecided = false
        /// `true` if the response has the outputs that the manifest takes from errors.
        var hasErrorOutputs = false
    }

    /// The end of one try of a call.
    enum TryEnd: Hashable, Sendable {
        case success
        /// A success whose body is not as declared, or lacks an output.
        case unusable
        case refused(status: Int, spoken: ErrorCode?)
        /// The bank knows the key with another request, or with an effect that the response does not show.
        case conflict
        /// The bank says of an error that it will pass.
        case passing(isExecuted: Bool)
        /// A server error, a timeout of the server, or no answer; the bank may have executed the request.
        case failed(status: Int, isExecuted: Bool)
        case lost(isExecuted: Bool)
        /// The request could not be sent.
        case unsent(ErrorCode)
        /// The call was sent by an earlier process or before, and is not sent again.
        case notRepeated
        /// The condition of a poll did not become true in its time.
        case undecided

        /// `true` if the bank executed the request.
        var isExecuted: Bool {
            switch self {
            case .success, .unusable: true
            case .failed(_, let isExecuted), .lost(let isExecuted), .passing(let isExecuted): isExecuted
            case .refused, .conflict, .unsent, .notRepeated, .undecided: false
            }
        }
    }
}

extension AbstractEvent.TryEnd {
    /// A failure of a try.
    struct Failure {
        var error: JourneyError
        var status: Int?
        /// The meaning of the response under the call's key; `nil` for a call without a placed key, and without a response.
        var meaning: KeyedResponse?

        /// The conclusion from this try alone.
        var refusal: CallRefusal {
            meaning.map { $0.conclusion(status: status ?? 0) } ?? CallRefusal(error, status: status)
        }
    }

    /// Returns the failure with which the try ends; `nil` for a success.
    ///
    /// - Parameters:
    ///   - binding: The call's binding, as the manifest has it.
    ///   - isRepeat: `true` if the bank may have seen the call's key before.
    func failure(of binding: Binding, isRepeat: Bool) -> Failure? {
        let hadKey = binding.carriesKey
        func failure(_ code: ErrorCode, status: Int? = nil, _ fate: RequestFate? = nil) -> Failure {
            var error = JourneyError(code, "Assumed.")
            error.requestFate = fate
            return Failure(error: error, status: status)
        }
        func response(_ status: Int, spoken: ErrorCode? = nil, _ known: KeyedResponse? = nil) -> Failure {
            var result = failure(
                ErrorCode(status: status, spoken: spoken, hadKey: hadKey) ?? .unknown, status: status)
            guard binding.keyPlacement != nil else { return result }
            let table = KeyedResponseTable.standard
            result.meaning = known ?? table.meaning(of: HTTPResponse(status: status), isRepeat: isRepeat)
            if result.meaning == .conflict { result.error = JourneyError(.idempotentReplay, "Assumed.") }
            return result
        }
        return switch self {
        case .success: nil
        case .unusable: failure(.validationFail, status: 200)
        case .refused(let status, let spoken): response(status, spoken: spoken)
        case .conflict: response(422, .conflict)
        case .passing: response(422, .repeatLater)
        case .failed(let status, _): response(status)
        case .lost: failure(.netTimeout, .unknown)
        case .unsent(let code): failure(code, .notSent)
        case .notRepeated: failure(.resumeRefused, .unknown)
        case .undecided: failure(.stepTimeout)
        }
    }

    var text: String {
        func fate(_ isExecuted: Bool) -> String { isExecuted ? ", and the bank executed it" : ", not executed" }
        return switch self {
        case .success: "success"
        case .unusable: "a success that is not as declared"
        case .refused(let status, let spoken): "\(status)" + (spoken.map { " \($0)" } ?? "")
        case .conflict: "the bank knows the key with another request"
        case .passing(let isExecuted): "an error that will pass\(fate(isExecuted))"
        case .failed(let status, let isExecuted): "\(status)\(fate(isExecuted))"
        case .lost(true): "answer lost, and the bank executed it"
        case .lost(false): "request lost, not executed"
        case .unsent(let code): "not sent (\(code))"
        case .notRepeated: "not sent again"
        case .undecided: "no outcome in the time of the poll"
        }
    }
}
