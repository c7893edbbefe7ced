import Glibc
public import JourneyBase

/// Files that a command is given, read up to a bound.
public enum BoundedFile {
    /// The bytes of a regular file of at most `limit` bytes. With `isPrivate` nobody but its owner, who runs this command, may
    /// have a right to it: what holds a PIN or a token is no secret otherwise.
    public static func read(_ path: String, limit: Int, isPrivate: Bool = false) throws(CommandFailure) -> [UInt8] {
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
        if isPrivate {
            guard information.st_uid == geteuid() else {
                throw fault("FILE_EXPOSED", "\(path) belongs to another user.")
            }
            guard information.st_mode & 0o077 == 0 else {
                throw fault("FILE_EXPOSED", "Others may read \(path), which holds secrets; run: chmod 600 \(path)")
            }
        }
        return try contents(file, path, limit: limit)
    }

    /// As much as there is, in pieces: a bound is no measure of what a small file needs, and what is longer is found as soon as
    /// one byte too many is there.
    private static func contents(_ file: Int32, _ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
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
    public static func secret(_ path: String) throws(CommandFailure) -> Secret {
        let line = try read(path, limit: 4_096, isPrivate: true).prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else { throw fault("SECRET_MISSING", "\(path) is empty; a secret is wanted.") }
        return Secret(copying: line)
    }

    private static func fault(_ code: String, _ sentence: String) -> CommandFailure {
        CommandFailure(.badInput, code: code, sentence)
    }
}
