import Glibc
package import JourneyBase

/// Files that a command is given, read up to a bound.
package enum BoundedFile {
    /// The bytes of a regular file of at most `limit` bytes. With `isPrivate` nobody but its owner, who runs this command, may
    /// have a right to it: what holds a PIN or a token is no secret otherwise.
    package static func read(_ path: String, limit: Int, isPrivate: Bool = false) throws(CommandError) -> [UInt8] {
        try read(path, limit: limit, as: isPrivate ? .secret : nil, isOwn: isPrivate)
    }

    /// Reads a file that the command believes, or that is a secret.
    ///
    /// - Parameters:
    ///   - path: The file, which has to be a regular one.
    ///   - limit: The most bytes that it may have.
    ///   - policy: What its permissions have to be.
    /// - Returns: The file's bytes.
    /// - Throws: `FILE_WRITABLE` or `FILE_EXPOSED` with path and mode where `policy` refuses it; `FILE_MISSING`,
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
            throw errno == ENOENT
                ? fault("FILE_MISSING", "There is no file \(path).")
                : fault("FILE_UNREADABLE", "\(path) cannot be read.")
        }
        defer { close(file) }
        // Of the open file: its name may stand for another one by now.
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw fault("FILE_UNREADABLE", "\(path) is no file.")
        }
        if isOwn, information.st_uid != geteuid() {
            throw fault("FILE_EXPOSED", "\(path) belongs to another user.")
        }
        if let refusal = policy?.refusal(ofMode: information.st_mode, at: path) { throw CommandError(mode: refusal) }
        return try contents(file, path, limit: limit)
    }

    /// Judges the permissions of a file that is open, so that what is judged is what is read.
    ///
    /// - Parameters:
    ///   - policy: What they have to be; nothing is judged without one.
    ///   - descriptor: The open file.
    ///   - path: Its path, for the message.
    /// - Throws: `FILE_WRITABLE` or `FILE_EXPOSED` with path and mode; `FILE_UNREADABLE`.
    package static func require(
        _ policy: FileModePolicy?, of descriptor: Int32, at path: String
    ) throws(CommandError) {
        guard let policy else { return }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else {
            throw fault("FILE_UNREADABLE", "\(path) cannot be read.")
        }
        if let refusal = policy.refusal(ofMode: information.st_mode, at: path) { throw CommandError(mode: refusal) }
    }

    /// As much as there is, in pieces: a bound is no measure of what a small file needs, and what is longer is found as soon as
    /// one byte too many is there.
    private static func contents(_ file: Int32, _ path: String, limit: Int) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = min(max(16_384, bytes.count), limit + 1 - bytes.count)
            guard piece > 0 else { throw fault("FILE_TOO_LARGE", "\(path) is larger than \(limit) bytes.") }
            var read = 0
            let start = bytes.count
            bytes += repeatElement(0, count: piece)
            bytes.withUnsafeMutableBytes { buffer in
                repeat {
                    read = Glibc.read(file, buffer.baseAddress.map { $0 + start }, piece)
                } while read < 0 && errno == EINTR
            }
            guard read >= 0 else { throw fault("FILE_UNREADABLE", "\(path) cannot be read.") }
            bytes.removeLast(piece - read)
            if read == 0 { return bytes }
        }
    }

    /// The first line of a private file, without its end: a password or a token.
    package static func secret(_ path: String) throws(CommandError) -> Secret {
        let line = try read(path, limit: 4_096, isPrivate: true).prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else { throw fault("SECRET_MISSING", "\(path) is empty; a secret is wanted.") }
        return Secret(copying: line)
    }

    private static func fault(_ code: String, _ sentence: String) -> CommandError {
        CommandError(.badInput, code: code, sentence)
    }
}

extension CommandError {
    /// The failure of a command that was given a file whose mode a `FileModePolicy` refuses.
    package init(mode refusal: JourneyError) {
        let code = refusal.code == .secretExposed ? "FILE_EXPOSED" : refusal.code.rawValue
        self.init(.badInput, code: code, refusal.message)
    }
}
