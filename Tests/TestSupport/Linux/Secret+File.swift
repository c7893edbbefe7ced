import Foundation
import Glibc
public import JourneyBase

extension Secret {
    /// Reads a short file into locked memory only.
    ///
    /// - Parameter path: The file's path.
    /// - Throws: `POSIXError` if the file can't be read.
    public convenience init(file path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXError(.ENOENT) }
        defer { close(file) }
        let length = Int(lseek(file, 0, SEEK_END))
        try self.init(count: length) { memory in
            guard pread(file, memory.baseAddress, length, 0) == length else { throw POSIXError(.EIO) }
        }
    }

    /// Creates a random token of lower-case letters in place.
    public static func letters(_ count: Int) -> Secret {
        Secret(count: count) { memory in
            for index in memory.indices { memory[index] = UInt8.random(in: 0x61...0x7A) }
        }
    }
}
