import Foundation
import JourneyBase
import JourneyCLI
import TestSupport
import Testing

@testable import JourneyPassTool

@Suite("Wallet folder")
struct WalletFolderTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func folder(_ name: String, mode: Int) throws -> String {
        let path = scratch.path + "/" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func refusal(_ path: String) -> String? {
        do throws(JourneyError) { _ = try WalletFolder(path) } catch { return error.code.rawValue }
        return nil
    }

    @Test("the folder is created private to its owner, and found again")
    func made() throws {
        let path = scratch.path + "/new/wallet"
        #expect(refusal(path) == nil && refusal(path) == nil)
        for name in ["", "/passes", "/sealed"] { #expect(try mode(path + name) == 0o700) }
        // An existing empty folder is accepted.
        #expect(try refusal(folder("empty", mode: 0o700)) == nil)
    }

    @Test(
        "a folder that others may read is refused and left unchanged", arguments: [0o755, 0o750, 0o701, 0o777])
    func exposed(mode: Int) throws {
        let path = try folder("open", mode: mode)
        #expect(refusal(path) == "STORE_FAILED")
        #expect(try self.mode(path) == mode)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }

    @Test("a foreign folder, a file and a link are refused and left unchanged")
    func others() throws {
        let home = try folder("home", mode: 0o700)
        _ = try scratch.write("x", "home/letters")
        let file = try scratch.write("x", "file")
        let (target, link) = (try folder("target", mode: 0o700), scratch.path + "/link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        for path in [home, file, link, file + "/wallet"] { #expect(refusal(path) == "STORE_FAILED", "\(path)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home) == ["letters"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
    }

    @Test("a read-only command leaves a folder that is not a wallet unchanged")
    func reading() async throws {
        let line = try CommandLine()
        try line.certificate()
        let path = try folder("mine", mode: 0o755)
        let listed = await line.run("wallet", "list", "--wallet", path, "--state", ":dev", "--json")
        #expect(listed.code == "STORE_FAILED" && listed.status == .failed)
        #expect(try mode(path) == 0o755 && FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }
}
