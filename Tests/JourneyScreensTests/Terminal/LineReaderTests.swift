import Foundation
import JourneyBase
import Testing

@testable import JourneyScreens

/// Lines from a pipe, as when input is not a terminal.
struct LineReaderTests {
    private func reading(_ bytes: [UInt8], _ use: (_ file: Int32) -> Void) throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
        try pipe.fileHandleForWriting.close()
        withExtendedLifetime(pipe) { use(pipe.fileHandleForReading.fileDescriptor) }
    }

    @Test("one line is read and the next is left for the next reader")
    func lines() throws {
        try reading(Array("one\r\n\ntwo".utf8)) { file in
            #expect(LineReader(input: file).line { true } == .text("one"))
            let other = LineReader(input: file)
            #expect(other.line { true } == .text(""))
            #expect(other.line { true } == .text("two"))
            #expect(other.line { true } == .ended)
        }
    }

    @Test("a line that is too long is truncated and does not continue into the next")
    func longLine() throws {
        try reading([UInt8](repeating: 0x61, count: 10_000) + Array("\nnext\n".utf8)) { file in
            let reader = LineReader(input: file)
            guard case .text(let line) = reader.line(until: { true }) else {
                Issue.record("no line")
                return
            }
            #expect(line.utf8.count == LineReader.limit)
            #expect(reader.line { true } == .text("next"))
        }
    }

    @Test("a partial line is continued after the wait was interrupted")
    func woken() throws {
        try reading(Array("abc\n".utf8)) { file in
            let reader = LineReader(input: file)
            var left = 2
            let half = reader.line {
                left -= 1
                return left >= 0
            }
            #expect(half == .woken && reader.isInside)
            #expect(reader.line { true } == .text("abc"))
        }
    }

    @Test("a secret is read into locked memory, up to one byte over its limit")
    func secret() throws {
        try reading(Array("4711\r\n".utf8) + [UInt8](repeating: 0x61, count: 500)) { file in
            let reader = LineReader(input: file)
            var read: [Secret] = []
            while case .secret(let secret) = reader.secret(until: { true }) { read.append(secret) }
            #expect(read.map(\.count) == [4, Screen.Field.secretLimit + 1])
            #expect(read.first?.hasSameBytes(as: Secret(copying: "4711".utf8)) == true)
        }
    }
}
