/// A rule for the permissions of a file that a program's security depends on.
///
/// Only the mode bits of group and others count, as for OpenSSH's `authorized_keys` and private keys. Group membership can change
/// without the file, so a file that its group may write is refused even if the group is empty today.
package enum FileModePolicy: Hashable, Sendable, CaseIterable {
    /// Files that decide what the program trusts: anchors, key sets, digests of tokens, configurations. Only the owner may write.
    case trusted
    /// A person's secret, such as a private key. Only the owner may read or write.
    case secret
    /// A service's secret. Only the owner may write; the group may read.
    case serviceSecret

    /// The permission bits that the file must not have.
    private var forbidden: UInt32 {
        switch self {
        case .trusted: 0o022
        case .secret: 0o077
        case .serviceSecret: 0o027
        }
    }

    /// The recommended mode, as an argument of `chmod`.
    private var advice: String {
        switch self {
        case .trusted: "go-w"
        case .secret: "600"
        case .serviceSecret: "640"
        }
    }

    /// Checks the permissions of a file.
    ///
    /// - Parameters:
    ///   - mode: `st_mode` of the open file.
    ///   - path: The file's path, for the message.
    /// - Returns: An error with path and octal mode: `FILE_WRITABLE` if group or others can write a trusted file,
    ///   `SECRET_EXPOSED` if they can access a secret. `nil` if the permissions are acceptable.
    package func refusal(ofMode mode: UInt32, at path: String) -> JourneyError? {
        guard mode & forbidden != 0 else { return nil }
        let digits = String(mode & 0o7777, radix: 8)
        let octal = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let code: ErrorCode = self == .trusted ? .fileWritable : .secretExposed
        return JourneyError(
            code,
            "\(path) has mode \(octal): \(FileModePolicy.rights(of: mode & forbidden)). Run: chmod \(advice) \(path)")
    }

    /// Describes the access that `mode` gives to group and others.
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
    /// A file that decides what a program trusts can be changed by users other than its owner.
    ///
    /// Next step: Run `chmod go-w` on the file and its folders; the message names the path.
    public static let fileWritable = ErrorCode(rawValue: "FILE_WRITABLE")
    /// A file that holds a secret can be read or changed by users who should not.
    ///
    /// Next step: Run `chmod 600` on the file; replace the secret if others may have read it.
    public static let secretExposed = ErrorCode(rawValue: "SECRET_EXPOSED")
}
