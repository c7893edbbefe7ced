import Foundation
import Testing

@testable import JourneyScreens

/// Lines from a pipe, as when input is not a terminal.
struct LineReaderTests {
    private func reading(_ bytes: [UInt8], _ use: (Int32, WakePipe) -> Void) throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
        try pipe.fileHandleForWriting.close()
        use(pipe.fileHandleForReading.fileDescriptor, try #require(WakePipe()))
    }

    private func line(_ input: Int32, _ wake: WakePipe) -> String? {
        LineReader.read(from: input, wake: wake, isTerminal: false, isSecret: true)
    }

    @Test("one line is read and the next is left for the next reader")
    func lines() throws {
        try reading(Array("one\r\n\ntwo".utf8)) { input, wake in
            #expect(line(input, wake) == "one")
            #expect(line(input, wake) == "")
            #expect(line(input, wake) == "two")
            #expect(line(input, wake) == nil)
        }
    }

    @Test("a line that is too long is cut and does not run into the next")
    func longLine() throws {
        try reading([UInt8](repeating: 0x61, count: 10_000) + Array("\nnext\n".utf8)) { input, wake in
            #expect(line(input, wake)?.utf8.count == LineReader.limit)
            #expect(line(input, wake) == "next")
        }
    }

    @Test("a wake-up ends the wait for a line that never comes")
    func wake() async throws {
        let pipe = Pipe()
        let wake = try #require(WakePipe())
        wake.wake()
        #expect(line(pipe.fileHandleForReading.fileDescriptor, wake) == nil)
    }
}
