import JourneyBase

/// The network errors of all transports, independent of their library.
enum NetworkFailure {
    static func timedOut(_ origin: Origin) -> JourneyError {
        JourneyError(.netTimeout, "The request to \(origin) timed out.", recovery: retry)
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
        JourneyError(
            .netUnreachable, "\(origin) sent a response that is incomplete or does not declare its end.",
            recovery: retry)
    }

    static func contradictory(_ origin: Origin) -> JourneyError {
        JourneyError(.netUnreachable, "\(origin) sent a response with contradictory body lengths.")
    }

    static func tooLong(_ origin: Origin) -> JourneyError {
        JourneyError(.responseTooLarge, "The response of \(origin) exceeds the limit for header or body.")
    }

    static func untrusted(_ origin: Origin) -> JourneyError {
        JourneyError(.tlsFail, "The certificate of \(origin) was refused: issuer, name or validity.")
    }

    static func noSafeConnection(_ origin: Origin, _ cause: String) -> JourneyError {
        JourneyError(.tlsFail, "The TLS handshake with \(origin) failed (\(cause)).")
    }

    static func withoutHTTP2(_ origin: Origin) -> JourneyError {
        JourneyError(.tlsFail, "\(origin) does not support HTTP/2.")
    }

    static func refusedByPeer(_ origin: Origin) -> JourneyError {
        JourneyError(.tlsFail, "\(origin) refused the TLS handshake: protocol or client certificate.")
    }

    /// Returns the error for pins that don't match or have expired.
    static func pinned(_ verdict: PinPolicy.Verdict, _ origin: Origin) -> JourneyError {
        verdict == .expired
            ? JourneyError(.pinningFail, "The pins for \(origin) have expired. Update the app or its pins.")
            : JourneyError(.pinningFail, "The certificate chain of \(origin) has none of the pinned keys.")
    }

    /// Returns the error for a code of Apple's URL loading system (NSURLError.h); `nil` for a cancellation.
    static func urlLoading(_ code: Int, origin: Origin) -> JourneyError? {
        switch code {
        case -999: nil
        case -1001: timedOut(origin)
        // serverCertificateHasBadDate, …Untrusted, …HasUnknownRoot, …NotYetValid
        case -1204 ... -1201: untrusted(origin)
        // secureConnectionFailed; the client certificate was refused, or requested in vain
        case -1200, -1206, -1205: noSafeConnection(origin, "NSURLError \(code)")
        default: unreachable(origin, "NSURLError \(code)")
        }
    }

    private static let retry = JourneyError.Recovery.retry(after: .seconds(1))
}
