import Glibc

/// The texts of the system's errors.
enum TLSFailure {
    /// The cause of a system call's failure.
    static func system(_ call: String, _ number: Int32) -> String {
        "\(call) failed: \(String(cString: strerror(number)))"
    }
}
