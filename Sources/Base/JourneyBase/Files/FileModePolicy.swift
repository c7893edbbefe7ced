/// A rule for the permissions of a file that a program's security depends on.
///
/// Group and others are judged by the file's mode alone, as OpenSSH judges `authorized_keys` and private keys: a group's members
/// change without the file, so that a file that its group may change is refused whoever is in the group today.
package enum FileModePolicy: Hashable, Sendable, CaseIterable {
    /// For what decides whom the program believes: anchors, key sets, tokens' digests, configurations. Only the owner may change it.
    case trusted
    /// For a person's secret, such as a private key. Only the owner may read or change it.
    case secret
    /// For a service's secret: only the owner may change it, and the group may read it.
    case serviceSecret

    /// The permission bits that a file may not have.
    private var forbidden: UInt32 {
        switch self {
        case .trusted: 0o022
        case .secret: 0o077
        case .serviceSecret: 0o027
        }
    }

    /// The mode that a file should have instead, as `chmod` takes it.
    private var advice: String {
        switch self {
        case .trusted: "go-w"
        case .secret: "600"
        case .serviceSecret: "640"
        }
    }

    /// Judges the permissions of a file.
    ///
    /// - Parameters:
    ///   - mode: The file's `st_mode`, of the open file.
    ///   - path: The file's path, for the message.
    /// - Returns: The refusal with path and octal mode: `FILE_WRITABLE` for a trusted file that group or others can change,
    ///   `SECRET_EXPOSED` for a secret; `nil` where the file may be used.
    package func refusal(ofMode mode: UInt32, at path: String) -> JourneyError? {
        guard mode & forbidden != 0 else { return nil }
        let digits = String(mode & 0o7777, radix: 8)
        let octal = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let code: ErrorCode = self == .trusted ? .fileWritable : .secretExposed
        return JourneyError(
            code,
            "\(path) has mode \(octal): \(FileModePolicy.rights(of: mode & forbidden)). Run: chmod \(advice) \(path)")
    }

    /// The access that the offending bits give to others.
    private static func rights(of mode: UInt32) -> String {
        let who =
            switch (mode & 0o070 != 0, mode & 0o007 != 0) {
            case (true, true): "its group and all other users"
            case (true, false): "its group"
            default: "all other users"
            }
        let what =
            switch (mode & 0o044 != 0, mode & 0o022 != 0) {
            case (true, true): "read and change it"
            case (true, false): "read it"
            case (false, true): "change it"
            default: "run it"
            }
        return "\(who) can \(what)"
    }
}

extension ErrorCode {
    /// A file that decides whom a program believes can be changed by users other than its owner.
    public static let fileWritable = ErrorCode(rawValue: "FILE_WRITABLE")
    /// A file with a secret can be read or changed by users who should not.
    public static let secretExposed = ErrorCode(rawValue: "SECRET_EXPOSED")
}
