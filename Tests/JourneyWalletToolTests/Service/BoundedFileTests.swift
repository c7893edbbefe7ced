import Foundation
import JourneyBase
import JourneyCLI
import TestSupport
import Testing

@testable import JourneyWalletTool

@Suite("Files that the wallet's commands are given")
struct BoundedFileTests {
    private func code(_ body: () throws(CommandFailure) -> Void) -> String? {
        do throws(CommandFailure) { try body() } catch { return error.code }
        return nil
    }

    @Test("a file is read up to its bound and not a byte more; folders and devices are none")
    func bounds() throws {
        let scratch = try Scratch()
        let file = try scratch.write("12345", "file")
        #expect(try BoundedFile.read(file, limit: 5) == Array("12345".utf8))
        #expect(code { () throws(CommandFailure) in _ = try BoundedFile.read(file, limit: 4) } == "FILE_TOO_LARGE")
        for (path, expected) in [
            (scratch.path, "FILE_UNREADABLE"), ("/dev/zero", "FILE_UNREADABLE"),
            (scratch.path + "/none", "FILE_MISSING"),
        ] {
            #expect(
                code { () throws(CommandFailure) in _ = try BoundedFile.read(path, limit: 9) } == expected, "\(path)")
        }
    }

    @Test(
        "a secret is taken from a file of its owner's alone",
        arguments: [
            (0o600, nil), (0o400, nil), (0o640, "FILE_EXPOSED"), (0o604, "FILE_EXPOSED"), (0o620, "FILE_EXPOSED"),
            (0o644, "FILE_EXPOSED"), (0o601, "FILE_EXPOSED"),
        ] as [(Int, String?)])
    func modes(mode: Int, expected: String?) throws {
        let scratch = try Scratch()
        let file = try TestTown.file(scratch, "token", "abc\nmore", mode: mode)
        #expect(code { () throws(CommandFailure) in _ = try BoundedFile.secret(file) } == expected)
        // A link to it changes nothing.
        let link = scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(code { () throws(CommandFailure) in _ = try BoundedFile.secret(link) } == expected)
    }

    @Test("a secret is the first line; an empty one is none")
    func secrets() throws {
        let scratch = try Scratch()
        let token = try BoundedFile.secret(try TestTown.file(scratch, "token", "abc\r\nmore"))
        #expect(token.hasSameBytes(as: Secret(copying: "abc".utf8)))
        let empty = try TestTown.file(scratch, "empty", "\nabc")
        #expect(code { () throws(CommandFailure) in _ = try BoundedFile.secret(empty) } == "SECRET_MISSING")
    }
}
