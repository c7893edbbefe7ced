import Foundation
import JourneyCLI
import TestSupport
import Testing

@Suite("Output files")
struct WholeFileTests {
    @Test("a private file is readable by its owner only, also when it replaces an open one")
    func mode() throws {
        let scratch = try Scratch()
        let path = try scratch.write("before", "file")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try WholeFile.write(Array("after".utf8), to: path, isPrivate: true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "after")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("a file that cannot be written is reported and leaves nothing")
    func refused() throws {
        let scratch = try Scratch()
        // A directory has the file's name.
        let folder = scratch.path + "/folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for path in [folder, scratch.path + "/none/file"] {
            let failure = #expect(throws: CommandError.self) { try WholeFile.write([1], to: path) }
            #expect(failure?.code == "FILE_UNWRITABLE")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["folder"])
    }
}
