internal import Foundation
public import JourneyBase
internal import JourneyWire

/// The error of a proxy call.
public struct CardProblem: Error, Hashable, Sendable {
    public let error: JourneyError
    /// The number of attempts left after a wrong code, if the proxy gives it.
    public let attemptsLeft: Int?
    /// The time until the call may be repeated, if the proxy gives it.
    public let retryAfter: Duration?

    init(_ error: JourneyError, attemptsLeft: Int? = nil, retryAfter: Duration? = nil) {
        self.error = error
        self.attemptsLeft = attemptsLeft
        self.retryAfter = retryAfter
    }

    var code: ErrorCode { error.code }

    /// `true` if the fate of the request is unknown, so that the proxy may have executed it.
    var leavesDoubt: Bool { RequestFate(of: error) == .unknown }

    /// Creates the error of an unexpected response, by its code if that is known, else by its status. No text of a server is
    /// repeated.
    init(_ response: HTTPResponse, now: Date) {
        let body = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 16_384, depth: 6))
        let named = body?["code"]?.string.map(ErrorCode.init)
        let code = named.flatMap { CardProblem.known.contains($0) ? $0 : nil } ?? CardProblem.code(of: response.status)
        retryAfter = response.headers.retryAfter(now: now)
        let isPassing = CardProblem.passing.contains(code)
        attemptsLeft = body?[CardContract.attemptsLeft]?.int64.flatMap { (0...100).contains($0) ? Int($0) : nil }
        var error = JourneyError(
            code, "The card proxy returned HTTP \(response.status).",
            recovery: isPassing ? .retry(after: retryAfter ?? .seconds(1)) : .giveUp)
        // A refusal with the proxy's own codes is final, whatever its status. Intermediaries do not use these codes.
        let isDecided = named == code && !CardProblem.undecided.contains(code)
        error.requestFate = isDecided ? .answered : RequestFate(of: .post, status: response.status)
        self.error = error
    }

    /// Creates the error of a transport or a host.
    init(_ error: any Error) {
        (attemptsLeft, retryAfter) = (nil, nil)
        self.error =
            switch error {
            case let error as JourneyError: error
            case is CancellationError: JourneyError(.userCancelled, "The call was cancelled.")
            default: JourneyError(.authExpired, "The host's userToken threw an error.", recovery: .restart)
            }
    }

    static let known: Set<ErrorCode> = [
        .requestInvalid, .cardTokenInvalid, .cardTokenExpired, .userMismatch, .cardNotYours, .cardUnknown,
        .challengeUnknown, .cardBlocked, .cardNotActive, .codeUsed, .challengeExpired, .codeWrong, .mfaNotEnabled,
        .tooManyAttempts, .resendLimit, .rateLimited, .issuerRefused, .issuerInvalid, .issuerDown, .issuerTimeout,
        .userSuspended, .serverError,
    ]

    /// The codes with which the proxy reports that the outcome is unknown.
    private static let undecided: Set<ErrorCode> = [.issuerDown, .issuerTimeout, .issuerInvalid, .serverError]

    /// The codes of temporary errors.
    private static let passing: Set<ErrorCode> = [
        .rateLimited, .issuerDown, .issuerTimeout, .serverError, .netTimeout, .netUnreachable,
    ]

    private static func code(of status: Int) -> ErrorCode {
        switch status {
        case 401: .cardTokenInvalid
        case 403: .cardNotYours
        case 404: .cardUnknown
        case 410: .challengeExpired
        case 429: .rateLimited
        case 502: .issuerRefused
        case 503: .issuerDown
        case 504: .issuerTimeout
        case 500...599: .serverError
        default: .requestInvalid
        }
    }
}
