import Glibc
package import JourneyBase

/// Reads files of limited size that a command is given.
package enum BoundedFile {
    /// Reads a regular file of at most `limit` bytes.
    ///
    /// With `isPrivate`, the file must belong to the effective user, and nobody else may have access: otherwise a PIN or token in
    /// it isn't secret.
    package static func read(_ path: String, limit: Int, isPrivate: Bool = false) throws(CommandError) -> [UInt8] {
        try read(path, limit: limit, as: isPrivate ? .secret : nil, isOwn: isPrivate)
    }

    /// Reads a regular file whose content the command trusts, or which is secret.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - limit: The most bytes to accept.
    ///   - policy: The required permissions.
    /// - Returns: The file's bytes.
    /// - Throws: `FILE_WRITABLE` or `FILE_EXPOSED` with path and mode if `policy` refuses the file; `FILE_MISSING`,
    ///   `FILE_UNREADABLE`, `FILE_TOO_LARGE`.
    package static func read(
        _ path: String, limit: Int, as policy: FileModePolicy
    ) throws(CommandError) -> [UInt8] {
        try read(path, limit: limit, as: policy, isOwn: false)
    }

    private static func read(
        _ path: String, limit: Int, as policy: FileModePolicy?, isOwn: Bool
    ) throws(CommandError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let number = errno
            throw number == ENOENT
                ? fault(.fileMissing, "\(path) does not exist.")
                : fault(.fileUnreadable, "Opening \(path) failed: \(cause(number)).")
        }
        defer { close(file) }
        // Checked on the open file, because its path may refer to another file by now.
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw fault(.fileUnreadable, "\(path) is not a regular file.")
        }
        if isOwn, information.st_uid != geteuid() {
            throw fault(.fileExposed, "\(path) belongs to another user. Use a file of your own.")
        }
        if let refusal = policy?.refusal(ofMode: information.st_mode, at: path) { throw CommandError(mode: refusal) }
        guard information.st_size <= limit else { throw tooLarge(path, limit) }
        return try contents(file, path, limit: limit)
    }

    /// Checks the permissions of an open file, so that the file checked is the file read.
    ///
    /// - Parameters:
    ///   - policy: The required permissions; `nil` skips the check.
    ///   - descriptor: The open file.
    ///   - path: Its path, for the message.
    /// - Throws: `FILE_WRITABLE` or `FILE_EXPOSED` with path and mode; `FILE_UNREADABLE`.
    package static func require(
        _ policy: FileModePolicy?, of descriptor: Int32, at path: String
    ) throws(CommandError) {
        guard let policy else { return }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else {
            throw fault(.fileUnreadable, "Reading the status of \(path) failed: \(cause(errno)).")
        }
        if let refusal = policy.refusal(ofMode: information.st_mode, at: path) { throw CommandError(mode: refusal) }
    }

    /// Reads in chunks of growing size: a small file needs no buffer of `limit` bytes, and a longer one is detected at the first
    /// byte beyond the limit.
    private static func contents(_ file: Int32, _ path: String, limit: Int) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = min(max(16_384, bytes.count), limit + 1 - bytes.count)
            guard piece > 0 else { throw tooLarge(path, limit) }
            var failure: Int32?
            let chunk = [UInt8](unsafeUninitializedCapacity: piece) { buffer, count in
                var read = 0
                repeat { read = Glibc.read(file, buffer.baseAddress, piece) } while read < 0 && errno == EINTR
                failure = read < 0 ? errno : nil
                count = max(0, read)
            }
            if let failure { throw fault(.fileUnreadable, "Reading \(path) failed: \(cause(failure)).") }
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
    }

    /// Reads the first line of a private file, without its line break: a password or a token.
    package static func secret(_ path: String) throws(CommandError) -> Secret {
        let line = try read(path, limit: 4_096, isPrivate: true).prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else {
            throw fault(.secretMissing, "\(path) has an empty first line; put the secret there.")
        }
        return Secret(copying: line)
    }

    private static func tooLarge(_ path: String, _ limit: Int) -> CommandError {
        fault(.fileTooLarge, "\(path) is larger than \(limit) bytes.")
    }

    /// The system's text for an error number.
    private static func cause(_ number: Int32) -> String { String(cString: strerror(number)) }

    private static func fault(_ code: CommandCode, _ sentence: String) -> CommandError {
        CommandError(.badInput, code: code, sentence)
    }
}

extension CommandError {
    /// Creates the error of a command whose input file has a mode that a `FileModePolicy` refuses.
    package init(mode refusal: JourneyError) {
        let code = refusal.code == .secretExposed ? CommandCode.fileExposed.rawValue : refusal.code.rawValue
        self.init(.badInput, code: code, refusal.message)
    }
}
