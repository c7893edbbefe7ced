import CCurl
import JourneyBase

/// What libcurl's result codes mean to a caller.
enum CurlFailure {
    /// The error for `code`, which is not `CURLE_OK`, of an exchange with `origin`.
    static func error(_ code: CURLcode, origin: Origin) -> JourneyError {
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            timedOut(origin)
        case CURLE_PEER_FAILED_VERIFICATION:
            JourneyError(.tlsFail, "The certificate of \(origin) was refused: issuer, name or validity.")
        case let code where tlsFaults.contains(code.rawValue):
            JourneyError(.tlsFail, "No safe connection to \(origin) could be agreed on (libcurl \(code.rawValue)).")
        case CURLE_WRITE_ERROR, CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY:
            // Our receivers refuse what is too long with a write error; a header line beyond the library's own limit comes
            // as "out of memory".
            JourneyError(.responseTooLarge, "The response of \(origin) is longer than is accepted.")
        default:
            JourneyError(.netUnreachable, "\(origin) could not be reached (libcurl \(code.rawValue)).", recovery: retry)
        }
    }

    /// The error for pins that are not good.
    static func pinned(_ verdict: PinPolicy.Verdict, _ origin: Origin) -> JourneyError {
        verdict == .expired
            ? JourneyError(.pinningFail, "The pins for \(origin) are too old to say anything; the app needs an update.")
            : JourneyError(.pinningFail, "\(origin) shows no key that is pinned for it.")
    }

    static func timedOut(_ origin: Origin) -> JourneyError {
        JourneyError(.netTimeout, "\(origin) did not answer in time.", recovery: retry)
    }

    static func cutOff(_ origin: Origin) -> JourneyError {
        JourneyError(.netUnreachable, "\(origin) sent a response that does not say where it ends.", recovery: retry)
    }

    private static let retry = JourneyError.Recovery.retry(after: .seconds(1))

    private static let tlsFaults: Set<UInt32> = Set(
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
        ].map(\.rawValue))
}
