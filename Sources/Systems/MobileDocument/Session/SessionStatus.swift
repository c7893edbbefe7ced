/// The status of a session in a message (ISO/IEC 18013-5, section 9.1.1.4, table 20). Every status ends the session.
public enum SessionStatus: Hashable, Sendable {
    /// 10: a key is invalid, or a message cannot be decrypted.
    case encryptionError
    /// 11: a message cannot be decoded.
    case decodingError
    /// 20: the session is over.
    case termination
    /// An unknown number.
    case other(UInt64)

    /// Creates the status of a number.
    package init(_ number: UInt64) {
        self =
            switch number {
            case 10: .encryptionError
            case 11: .decodingError
            case 20: .termination
            default: .other(number)
            }
    }

    /// The number of the status.
    package var number: UInt64 {
        switch self {
        case .encryptionError: 10
        case .decodingError: 11
        case .termination: 20
        case .other(let number): number
        }
    }
}
