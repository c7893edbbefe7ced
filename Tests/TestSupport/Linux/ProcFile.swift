import Foundation
import Glibc

/// Reads files of `/proc`.
public enum ProcFile {
    /// Reads a file to its end, chunk by chunk: these files report no size, and Foundation stops after the first chunk.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: The text.
    /// - Throws: `POSIXError` if the file can't be opened.
    public static func text(of path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let got = fread(&piece, 1, piece.count, file), got > 0 { bytes += piece.prefix(got) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
