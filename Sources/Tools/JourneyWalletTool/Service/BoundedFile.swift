import Glibc
public import JourneyBase
public import JourneyCLI

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
        var (bytes, count) = ([UInt8](repeating: 0, count: limit + 1), 0)
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw fault("FILE_UNREADABLE", "\(path) cannot be read.") }
            if more == 0 { break }
            count += more
        }
        guard count <= limit else { throw fault("FILE_TOO_LARGE", "\(path) is larger than \(limit) bytes.") }
        return Array(bytes[..<count])
    }

    /// The first line of a private file, without its end.
    public static func secret(_ path: String) throws(CommandFailure) -> Secret {
        let line = try read(path, limit: 4_096, isPrivate: true).prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else { throw fault("SECRET_MISSING", "\(path) is empty; a secret is wanted.") }
        return Secret(copying: line)
    }

    private static func fault(_ code: String, _ sentence: String) -> CommandFailure {
        CommandFailure(.badInput, code: code, sentence)
    }
}
