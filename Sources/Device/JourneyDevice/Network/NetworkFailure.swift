import JourneyBase

/// What goes wrong on the network, as callers hear of it, whichever library it was.
enum NetworkFailure {
    static func timedOut(_ origin: Origin) -> JourneyError {
        JourneyError(.netTimeout, "\(origin) did not answer in time.", recovery: retry)
    }

    static func unreachable(_ origin: Origin, _ cause: String) -> JourneyError {
        JourneyError(.netUnreachable, "\(origin) could not be reached (\(cause)).", recovery: retry)
    }

    static func refusedUnprocessed(_ origin: Origin) -> JourneyError {
        JourneyError(
            .netUnreachable, "\(origin) refused the HTTP/2 stream of the request before processing it.", recovery: retry
        )
    }

    static func cutOff(_ origin: Origin) -> JourneyError {
        JourneyError(.netUnreachable, "\(origin) sent a response that does not say where it ends.", recovery: retry)
    }

    static func contradictory(_ origin: Origin) -> JourneyError {
        JourneyError(.netUnreachable, "\(origin) sent a response that contradicts itself about its length.")
    }

    static func tooLong(_ origin: Origin) -> JourneyError {
        JourneyError(.responseTooLarge, "The response of \(origin) is longer than is accepted.")
    }

    static func untrusted(_ origin: Origin) -> JourneyError {
        JourneyError(.tlsFail, "The certificate of \(origin) was refused: issuer, name or validity.")
    }

    static func noSafeConnection(_ origin: Origin, _ cause: String) -> JourneyError {
        JourneyError(.tlsFail, "No safe connection to \(origin) could be agreed on (\(cause)).")
    }

    static func withoutHTTP2(_ origin: Origin) -> JourneyError {
        JourneyError(.tlsFail, "\(origin) does not speak HTTP/2.")
    }

    static func refusedByPeer(_ origin: Origin) -> JourneyError {
        JourneyError(.tlsFail, "\(origin) refused the connection in its handshake: protocol or client certificate.")
    }

    /// The error for pins that are not good.
    static func pinned(_ verdict: PinPolicy.Verdict, _ origin: Origin) -> JourneyError {
        verdict == .expired
            ? JourneyError(.pinningFail, "The pins for \(origin) are too old to say anything; the app needs an update.")
            : JourneyError(.pinningFail, "\(origin) shows no key that is pinned for it.")
    }

    /// What a code of Apple's URL loading system means (NSURLError.h); `nil` for a cancellation.
    static func urlLoading(_ code: Int, origin: Origin) -> JourneyError? {
        switch code {
        case -999: nil
        case -1001: timedOut(origin)
        // serverCertificateHasBadDate, …Untrusted, …HasUnknownRoot, …NotYetValid
        case -1204 ... -1201: untrusted(origin)
        // secureConnectionFailed; the client's certificate was refused, or asked for in vain
        case -1200, -1206, -1205: noSafeConnection(origin, "\(code)")
        default: unreachable(origin, "\(code)")
        }
    }

    private static let retry = JourneyError.Recovery.retry(after: .seconds(1))
}
