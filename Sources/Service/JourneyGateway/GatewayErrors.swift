public import JourneyBase

extension ErrorCode {
    /// A file that the configuration names cannot be read, is too long, or holds what it may not.
    public static let fileUnusable = ErrorCode(rawValue: "FILE_UNUSABLE")
    /// A file with a secret that others on the machine can read, or change.
    public static let secretExposed = ErrorCode(rawValue: "SECRET_EXPOSED")
    /// Not a key set that can be published.
    public static let keysInvalid = ErrorCode(rawValue: "KEYS_INVALID")
    /// A key set of a lower version than the one that is served, or another one of the same version.
    public static let keysRollback = ErrorCode(rawValue: "KEYS_ROLLBACK")
}
