public import JourneyBase

extension ErrorCode {
    /// A file that the configuration names cannot be read, is too long, or holds what it may not.
    public static let fileUnusable = ErrorCode(rawValue: "FILE_UNUSABLE")
    /// A file with a secret that others on the machine can read, or change.
    public static let secretExposed = ErrorCode(rawValue: "SECRET_EXPOSED")
}
