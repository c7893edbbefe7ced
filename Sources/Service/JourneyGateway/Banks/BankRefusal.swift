import JourneyBase
import JourneyServer
import JourneyWire

/// A reason for which the gateway does not forward a call, or has no answer of the bank. The answer says what is known of the call.
enum BankRefusal: Error, Hashable, Sendable {
    /// The request has a query, header or body that the signed manifest doesn't name. Not sent.
    case undeclared(String)
    /// The gateway has no token for itself. Not sent.
    case tokenUnavailable
    /// The body could not be signed. Not sent.
    case unsigned
    /// The gateway has no token of the person for the consent that the request names. Not sent, or not evaluated.
    case unauthorized
    /// The bank could not be reached. Not sent.
    case unreachable
    /// The request was sent, and no usable answer came. Its effect is unknown.
    case unanswered
    /// The answer is too long or malformed. The effect of the request is unknown.
    case unreadable

    /// `true` if nothing has left the gateway.
    var isNotSent: Bool { self == .unreachable || self == .tokenUnavailable || self == .unsigned }

    /// The answer to the app.
    var problem: Problem {
        switch self {
        case .undeclared(let what):
            Problem(.bankCallRefused, "The call has \(what) that no published journey names. It was not sent.")
        case .tokenUnavailable:
            Problem(
                .bankTokenUnavailable, "The bank gave the gateway no access token. The call was not sent.",
                headers: ["Retry-After": "5"])
        case .unsigned:
            Problem(.bankSignatureFailed, "The gateway could not sign the call. It was not sent.")
        case .unauthorized:
            Problem(
                .bankAuthorizationRequired,
                "The call needs the person's authorization of the consent in X-Bank-Consent. It had no effect.")
        case .unreachable:
            Problem(
                .bankUnreachable, "The bank can't be reached. The call was not sent.",
                headers: ["Retry-After": "5"])
        case .unanswered:
            Problem(.bankTimeout, "The bank did not answer. It is not known whether the call had an effect.")
        case .unreadable:
            Problem(
                .bankAnswerInvalid,
                "The bank's answer is too long or malformed. It is not known whether the call had an effect.")
        }
    }
}
