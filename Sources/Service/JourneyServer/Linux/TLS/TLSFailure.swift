import COpenSSL
import Glibc

/// The texts of OpenSSL's and the system's errors. Never key material.
enum TLSFailure {
    /// The reason of the newest error in this thread's queue, which is emptied.
    static func lastReason() -> String {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0 else { return "no reason given" }
        return ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// The cause of a system call's failure.
    static func system(_ call: String, _ number: Int32) -> String {
        "\(call) failed: \(String(cString: strerror(number)))"
    }
}
