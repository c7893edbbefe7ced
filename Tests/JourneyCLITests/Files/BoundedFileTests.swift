import Foundation
import Glibc
import JourneyBase
import JourneyCLI
import TestSupport
import Testing

@Suite("Input files")
struct BoundedFileTests {
    private func file(_ scratch: Scratch, _ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        let path = try scratch.write(text, name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func code(_ body: () throws(CommandError) -> Void) -> String? {
        do throws(CommandError) { try body() } catch { return error.code }
        return nil
    }

    @Test("a file is read up to its limit; folders and devices are refused")
    func bounds() throws {
        let scratch = try Scratch()
        let file = try scratch.write("12345", "file")
        #expect(try BoundedFile.read(file, limit: 5) == Array("12345".utf8))
        #expect(code { () throws(CommandError) in _ = try BoundedFile.read(file, limit: 4) } == "FILE_TOO_LARGE")
        for (path, expected) in [
            (scratch.path, "FILE_UNREADABLE"), ("/dev/zero", "FILE_UNREADABLE"),
            (scratch.path + "/none", "FILE_MISSING"),
        ] {
            #expect(
                code { () throws(CommandError) in _ = try BoundedFile.read(path, limit: 9) } == expected, "\(path)")
        }
    }

    @Test(
        "a file of any length is read whole", arguments: [0, 1, 16_383, 16_384, 16_385, 100_000, 1_000_003])
    func lengths(count: Int) throws {
        let scratch = try Scratch()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let file = try scratch.write(bytes, "file")
        #expect(try BoundedFile.read(file, limit: 150_000_000) == bytes)
        #expect(try BoundedFile.read(file, limit: count) == bytes)
        guard count > 0 else { return }
        #expect(
            code { () throws(CommandError) in _ = try BoundedFile.read(file, limit: count - 1) } == "FILE_TOO_LARGE")
    }

    @Test("a pipe is refused without waiting for input")
    func pipes() throws {
        let scratch = try Scratch()
        let pipe = scratch.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(code { () throws(CommandError) in _ = try BoundedFile.secret(pipe) } == "FILE_UNREADABLE")
    }

    @Test("another user's secret file is refused, even for root", .enabled(if: geteuid() == 0))
    func owners() throws {
        let scratch = try Scratch()
        let path = try file(scratch, "token", "abc")
        #expect(chown(path, 1, 1) == 0)
        #expect(code { () throws(CommandError) in _ = try BoundedFile.secret(path) } == "FILE_EXPOSED")
        #expect(try BoundedFile.read(path, limit: 3) == Array("abc".utf8))
    }

    @Test(
        "a trusted file that others can change is refused with path and mode",
        arguments: [(0o644, nil), (0o664, "FILE_WRITABLE"), (0o666, "FILE_WRITABLE"), (0o646, "FILE_WRITABLE")]
            as [(Int, String?)])
    func trusted(mode: Int, expected: String?) throws {
        let scratch = try Scratch()
        let path = try file(scratch, "anchors", "abc", mode: mode)
        do throws(CommandError) {
            #expect(try BoundedFile.read(path, limit: 3, as: .trusted) == Array("abc".utf8))
            #expect(expected == nil)
        } catch {
            #expect(error.code == expected && error.status == .badInput)
            #expect(error.message.contains("\(path) has mode 0\(String(mode, radix: 8)):"))
        }
    }

    @Test(
        "a secret is read only from a file private to its owner",
        arguments: [
            (0o600, nil), (0o400, nil), (0o640, "FILE_EXPOSED"), (0o604, "FILE_EXPOSED"), (0o620, "FILE_EXPOSED"),
            (0o644, "FILE_EXPOSED"), (0o601, "FILE_EXPOSED"),
        ] as [(Int, String?)])
    func modes(mode: Int, expected: String?) throws {
        let scratch = try Scratch()
        let path = try file(scratch, "token", "abc\nmore", mode: mode)
        #expect(code { () throws(CommandError) in _ = try BoundedFile.secret(path) } == expected)
        // A symbolic link to it makes no difference.
        let link = scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(code { () throws(CommandError) in _ = try BoundedFile.secret(link) } == expected)
    }

    @Test("a secret is the file's first line, and an empty one is refused")
    func secrets() throws {
        let scratch = try Scratch()
        let token = try BoundedFile.secret(try file(scratch, "token", "abc\r\nmore"))
        #expect(token.hasSameBytes(as: Secret(copying: "abc".utf8)))
        let empty = try file(scratch, "empty", "\nabc")
        #expect(code { () throws(CommandError) in _ = try BoundedFile.secret(empty) } == "SECRET_MISSING")
    }
}
