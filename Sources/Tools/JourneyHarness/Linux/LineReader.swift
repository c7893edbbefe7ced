import Foundation
import Glibc

/// Runs blocking work on a thread of its own.
enum BackgroundThread {
    static func start(_ body: @escaping @Sendable () -> Void) { Thread(block: body).start() }
}

/// Reads lines from a descriptor until its end, and closes it.
enum LineReader {
    /// The longest line in bytes; longer ones are split.
    static let longest = 1 << 20

    static func lines(from descriptor: Int32) -> AsyncStream<String> {
        AsyncStream { continuation in
            BackgroundThread.start {
                var line: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while true {
                    let count = read(descriptor, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    for byte in buffer[..<count] {
                        if byte == UInt8(ascii: "\n") || line.count >= longest {
                            continuation.yield(String(decoding: line, as: UTF8.self))
                            line.removeAll(keepingCapacity: true)
                        }
                        if byte != UInt8(ascii: "\n") { line.append(byte) }
                    }
                }
                if !line.isEmpty { continuation.yield(String(decoding: line, as: UTF8.self)) }
                close(descriptor)
                continuation.finish()
            }
        }
    }

    /// Calls `body` once when this process's standard input ends, which means that its parent is gone.
    package static func onEndOfInput(_ body: @escaping @Sendable () -> Void) {
        BackgroundThread.start {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { break }
            }
            body()
        }
    }
}
