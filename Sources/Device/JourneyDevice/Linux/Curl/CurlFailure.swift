import CCurl
import JourneyBase

/// Maps libcurl's result codes to errors.
enum CurlFailure {
    /// Returns the error for `code`, which is not `CURLE_OK`, of an exchange with `origin`.
    static func error(_ code: CURLcode, origin: Origin) -> JourneyError {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: NetworkFailure.timedOut(origin)
        case CURLE_PEER_FAILED_VERIFICATION: NetworkFailure.untrusted(origin)
        case let code where tlsFaults.contains(code.rawValue):
            NetworkFailure.noSafeConnection(origin, cause(code))
        // Our receivers refuse an overlong response with a write error; a header line beyond libcurl's own limit is reported as
        // "out of memory".
        case CURLE_WRITE_ERROR, CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY: NetworkFailure.tooLong(origin)
        default: NetworkFailure.unreachable(origin, cause(code))
        }
    }

    private static func cause(_ code: CURLcode) -> String {
        "libcurl \(code.rawValue): \(String(cString: curl_easy_strerror(code)))"
    }

    private static let tlsFaults: Set<UInt32> = Set(
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
        ].map(\.rawValue))
}
