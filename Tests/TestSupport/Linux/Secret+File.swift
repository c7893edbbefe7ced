import Foundation
import Glibc
public import JourneyBase

extension Secret {
    /// The short file at `path`, read into locked memory and nowhere else.
    public convenience init(file path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXError(.ENOENT) }
        defer { close(file) }
        let length = Int(lseek(file, 0, SEEK_END))
        try self.init(count: length) { memory in
            guard pread(file, memory.baseAddress, length, 0) == length else { throw POSIXError(.EIO) }
        }
    }

    /// Letters by chance, made in place: a token that nobody else has.
    public static func letters(_ count: Int) -> Secret {
        Secret(count: count) { memory in
            for index in memory.indices { memory[index] = UInt8.random(in: 0x61...0x7A) }
        }
    }
}
