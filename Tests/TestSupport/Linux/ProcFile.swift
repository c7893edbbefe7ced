import Foundation
import Glibc

/// Files of `/proc`.
public enum ProcFile {
    /// The text of one, read to its end piece by piece: it has no size, and Foundation stops after one piece.
    public static func text(of path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let got = fread(&piece, 1, piece.count, file), got > 0 { bytes += piece.prefix(got) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
