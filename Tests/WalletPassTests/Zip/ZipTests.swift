import Foundation
import TestSupport
import Testing

@testable import WalletPass

@Suite("Pass archives")
struct ZipTests {
    private let files: [String: [UInt8]] = [
        "pass.json": Array("{\"a\":1}".utf8), "de.lproj/pass.strings": Array(repeating: 65, count: 5_000),
        "icon.png": (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 167) }, "empty": [], "größe.txt": [1, 2, 3],
    ]

    @Test("an archive round-trips, and the same files give the same bytes", arguments: [true, false])
    func roundTrip(isDeflated: Bool) throws {
        let archive = try ZipWriter.archive(files, isDeflated: isDeflated)
        #expect(try ZipArchive(archive).files == files)
        #expect(try ZipWriter.archive(files, isDeflated: isDeflated) == archive)
        #expect(archive.count < 9_500 || !isDeflated)
        #expect(try ZipArchive(ZipWriter.archive([:], isDeflated: isDeflated)).files.isEmpty)
    }

    @Test(
        "Python's zipfile reads our archives, and its archives are read",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func python() throws {
        let folder = try Scratch()
        let ours = try folder.write(ZipWriter.archive(files, isDeflated: true), "ours.zip")
        let theirs = folder.path + "/theirs.zip"
        let said = try Python.run(
            """
            import sys, zipfile, hashlib
            ours, theirs = sys.argv[1:]
            with zipfile.ZipFile(ours) as z:
                assert z.testzip() is None
                names = z.namelist()
                contents = {name: z.read(name) for name in names}
            with zipfile.ZipFile(theirs, "w", zipfile.ZIP_DEFLATED) as z:
                z.writestr("folder/", b"")
                for name in names: z.writestr(name, contents[name])
            print(",".join(names))
            """, [ours, theirs])
        #expect(said.trimmingCharacters(in: .newlines) == "de.lproj/pass.strings,empty,größe.txt,icon.png,pass.json")
        #expect(try ZipArchive(folder.read("theirs.zip")).files == files)
    }

    @Test("each flipped bit gives an error or the same files")
    func flipped() throws {
        let small: [String: [UInt8]] = ["a": Array("hello hello hello hello hello hello".utf8), "b/c": [1, 2, 3]]
        let archive = try ZipWriter.archive(small, isDeflated: true)
        for index in archive.indices {
            for bit in 0..<8 {
                var damaged = archive
                damaged[index] ^= 1 << bit
                guard let read = try? ZipArchive(damaged).files else { continue }
                // Times and attributes are ignored; a name changed in both places is consistent.
                #expect(read == small, "byte \(index), bit \(bit)")
            }
        }
        for count in 0..<archive.count {
            #expect(throws: ZipError.self) { try ZipArchive(Array(archive.prefix(count))) }
        }
        #expect(throws: ZipError.damaged) { try ZipArchive(archive + [0]) }
        #expect(throws: ZipError.damaged) { try ZipArchive([0] + archive) }
    }

    @Test("names that leave the archive are neither written nor read")
    func names() throws {
        for name in ["/etc/x", "../x", "a/../b", "a//b", "a\\b", "c:x", "a/.", "", "a\u{0}b", "a\u{7F}"] {
            #expect(throws: ZipError.badName) { try ZipWriter.archive([name: [1]], isDeflated: false) }
            guard (1...7).contains(name.utf8.count) else { continue }
            // The same archive with another name of that length in both places.
            let plain = String(repeating: "x", count: name.utf8.count)
            let archive = try ZipWriter.archive([plain: [1]], isDeflated: false)
            #expect(throws: ZipError.badName) { try ZipArchive(replacing(plain, by: name, in: archive)) }
        }
        for name in ["a", "a b", ".x", "..a", "a/b/c.png", "é"] {
            #expect(try ZipArchive(ZipWriter.archive([name: [1]], isDeflated: false)).files == [name: [1]])
        }
        let twice = try ZipWriter.archive(["xx": [1], "yy": [1]], isDeflated: false)
        #expect(throws: ZipError.badName) { try ZipArchive(replacing("yy", by: "xx", in: twice)) }
    }

    private func replacing(_ name: String, by other: String, in archive: [UInt8]) -> [UInt8] {
        let (old, new) = (Array(name.utf8), Array(other.utf8))
        var out = archive
        for index in 0...(out.count - old.count) where Array(out[index..<index + old.count]) == old {
            out.replaceSubrange(index..<index + old.count, with: new)
        }
        return out
    }

    @Test("content that exceeds its declared size or the limit is refused before unpacking")
    func bombs() throws {
        let bomb = try ZipWriter.archive(["a": [UInt8](repeating: 0, count: 8 << 20)], isDeflated: true)
        #expect(bomb.count < 20_000)
        #expect(throws: ZipError.tooLarge) {
            try ZipArchive(bomb, limits: .init(packed: 1 << 20, unpacked: 1 << 20, files: 10))
        }
        // A wrong size in both places.
        var lying = bomb
        let size = withUnsafeBytes(of: UInt32(8 << 20).littleEndian) { Array($0) }
        for index in 0..<(lying.count - 4) where Array(lying[index..<index + 4]) == size {
            lying.replaceSubrange(index..<index + 4, with: [0, 0, 1, 0])
        }
        #expect(throws: ZipError.damaged) { try ZipArchive(lying) }
        let many = try ZipWriter.archive(
            Dictionary(uniqueKeysWithValues: (0..<11).map { ("\($0)", [1]) }), isDeflated: false)
        #expect(throws: ZipError.tooLarge) {
            try ZipArchive(many, limits: .init(packed: 1 << 20, unpacked: 1 << 20, files: 10))
        }
        #expect(throws: ZipError.tooLarge) {
            try ZipArchive(many, limits: .init(packed: 100, unpacked: 100, files: 99))
        }
    }

    @Test(
        "the checksum is zip's CRC-32",
        arguments: [("123456789", 0xCBF4_3926), ("", 0), ("a", 0xE8B7_BE43)] as [(String, UInt32)])
    func checksum(text: String, expected: UInt32) {
        #expect(CRC32.checksum(Array(text.utf8)) == expected)
        #expect(CRC32.checksum(Array(text.utf8)[...]) == expected)
    }
}
