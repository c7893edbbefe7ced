internal import Foundation
public import JourneyBase
internal import JourneyWire

/// Why the proxy did not do what it was asked.
public struct CardProblem: Error, Hashable, Sendable {
    public let error: JourneyError
    /// How often a wrong code can still be corrected, where the proxy says so.
    public let attemptsLeft: Int?
    /// When it can be asked again, where the proxy says so.
    public let retryAfter: Duration?

    init(_ error: JourneyError, attemptsLeft: Int? = nil, retryAfter: Duration? = nil) {
        self.error = error
        self.attemptsLeft = attemptsLeft
        self.retryAfter = retryAfter
    }

    var code: ErrorCode { error.code }

    /// Whether the proxy may have done what it was asked for: nobody knows the fate of the request.
    var leavesDoubt: Bool { RequestFate(of: error) == .unknown }

    /// What an answer that is none of the expected ones means. Its code counts when it is one that is known here; else its
    /// status does. Nothing that a server wrote is repeated.
    init(_ response: HTTPResponse, now: Date) {
        let body = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 16_384, depth: 6))
        let named = body?["code"]?.string.map(ErrorCode.init)
        let code = named.flatMap { CardProblem.known.contains($0) ? $0 : nil } ?? CardProblem.code(of: response.status)
        retryAfter = response.headers.retryAfter(now: now)
        let isPassing = CardProblem.passing.contains(code)
        attemptsLeft = body?[CardContract.attemptsLeft]?.int64.flatMap { (0...100).contains($0) ? Int($0) : nil }
        var error = JourneyError(
            code, "The card's proxy answered with the status \(response.status).",
            recovery: isPassing ? .retry(after: retryAfter ?? .seconds(1)) : .giveUp)
        // A refusal in the proxy's own words decides, whatever its status is. What stands in front of it has no such words.
        let isDecided = named == code && !CardProblem.undecided.contains(code)
        error.requestFate = isDecided ? .answered : RequestFate(of: .post, status: response.status)
        self.error = error
    }

    /// What a transport or a host throws.
    init(_ error: any Error) {
        (attemptsLeft, retryAfter) = (nil, nil)
        self.error =
            switch error {
            case let error as JourneyError: error
            case is CancellationError: JourneyError(.userCancelled, "The call was given up.")
            default: JourneyError(.authExpired, "The host has no token for the person.", recovery: .restart)
            }
    }

    static let known: Set<ErrorCode> = [
        .requestInvalid, .cardTokenInvalid, .cardTokenExpired, .userMismatch, .cardNotYours, .cardUnknown,
        .challengeUnknown, .cardBlocked, .cardNotActive, .codeUsed, .challengeExpired, .codeWrong, .mfaNotEnabled,
        .tooManyAttempts, .resendLimit, .rateLimited, .issuerRefused, .issuerInvalid, .issuerDown, .issuerTimeout,
        .userSuspended, .serverError,
    ]

    /// Codes with which the proxy says that it does not know what became of it.
    private static let undecided: Set<ErrorCode> = [.issuerDown, .issuerTimeout, .issuerInvalid, .serverError]

    /// What may be gone a little later.
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
