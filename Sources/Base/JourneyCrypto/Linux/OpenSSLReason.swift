import COpenSSL

/// The reasons that OpenSSL gives for failures. They never contain key material.
package enum OpenSSLReason {
    /// Returns the reason of the newest error in this thread's queue, and empties the queue.
    package static func last() -> String {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0 else { return "no reason given" }
        return ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
