import Foundation
import Glibc
import JourneyBase
import TestSupport
import Testing

@testable import JourneySandbox

@Suite("Bundles of pages")
struct PageBundleTests {
    private let scratch: Scratch
    private var folder: String { scratch.path + "/dist" }
    private var bundle: PageBundle { PageBundle(folder: URL(fileURLWithPath: folder)) }

    init() throws {
        scratch = try Scratch()
        for path in ["dist/assets/deep", "dist/.git", "secret"] {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.path)/\(path)", withIntermediateDirectories: true)
        }
        for path in [
            "dist/index.html", "dist/assets/deep/a b.js", "dist/.env.json", "dist/.git/config.json", "secret/key.txt",
        ] {
            try write(path)
        }
    }

    private func write(_ path: String, _ text: String = "x") throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(scratch.path)/\(path)"))
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch.path)/\(path)", withDestinationPath: target)
    }

    @Test(
        "each kind of file that bundlers write has the type that engines want",
        arguments: [
            ("index.html", "text/html; charset=utf-8"), ("a.js", "text/javascript; charset=utf-8"),
            ("a.mjs", "text/javascript; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
            ("a.json", "application/json"), ("a.js.map", "application/json"), ("a.svg", "image/svg+xml"),
            ("a.png", "image/png"), ("a.JPG", "image/jpeg"), ("a.webp", "image/webp"), ("a.gif", "image/gif"),
            ("favicon.ico", "image/x-icon"), ("a.woff", "font/woff"), ("a.woff2", "font/woff2"),
            ("a.wasm", "application/wasm"), ("site.webmanifest", "application/manifest+json"),
            ("LICENSE.txt", "text/plain; charset=utf-8"), ("a.exe", nil), ("index", nil), ("a.htm", nil), ("html", nil),
        ] as [(String, String?)])
    func types(name: String, type: String?) throws {
        try write("dist/\(name)")
        #expect(bundle.file(at: [name])?.type == type)
        #expect(bundle.file(at: [name])?.bytes == (type == nil ? nil : [0x78]))
    }

    @Test("files in subfolders are found, and nothing that is hidden, elsewhere, a link or no file")
    func found() throws {
        try link("dist/link.txt", to: "index.html")
        try link("dist/out", to: "../secret")
        try #require(mkfifo(folder + "/pipe.txt", 0o600) == 0)
        try write("dist/large.txt")
        #expect(bundle.file(at: ["assets", "deep", "a b.js"]) != nil)
        for names in [
            [], [""], ["assets"], ["assets", "deep"], ["assets", "", "deep", "a b.js"], ["assets", "deep", "A b.js"],
            [".env.json"], [".git", "config.json"], ["..", "secret", "key.txt"], ["../secret/key.txt"],
            ["assets", "..", "index.html"], ["assets/deep/a b.js"], ["assets\\deep\\a b.js"], ["link.txt"],
            ["out", "key.txt"], ["pipe.txt"], ["index.html", ""], ["index.html\0"],
        ] {
            #expect(bundle.file(at: names) == nil, "\(names)")
        }
        var small = bundle
        small.limits.fileBytes = 1
        #expect(small.file(at: ["large.txt"]) != nil)
        try write("dist/large.txt", "xx")
        #expect(small.file(at: ["large.txt"]) == nil)
        // A file that is replaced by a link between the check and a request is not followed.
        try small.check(besides: "large.txt", in: folder)
    }

    @Test("a folder whose own name is a link serves nothing")
    func linkedFolder() throws {
        try link("other", to: "dist")
        let other = PageBundle(folder: URL(fileURLWithPath: scratch.path + "/other"))
        #expect(other.file(at: ["index.html"]) == nil)
        #expect(throws: JourneyError.self) { try other.check() }
    }

    private func refusal(_ change: (inout PageBundle.Limits) -> Void = { _ in }) -> JourneyError? {
        var bundle = bundle
        change(&bundle.limits)
        do throws(JourneyError) {
            try bundle.check()
            return nil
        } catch { return error }
    }

    @Test("a bundle with links, special files or names that no address has is refused with the file's name")
    func refused() throws {
        #expect(refusal() == nil)
        let cases: [(name: String, make: (String) throws -> Void, reason: String)] = [
            ("a.txt", { try link("dist/" + $0, to: "/etc/passwd") }, "is a symbolic link"),
            ("assets/b", { try link("dist/" + $0, to: "..") }, "is a symbolic link"),
            ("gone.js", { try link("dist/" + $0, to: "nowhere") }, "is a symbolic link"),
            ("pipe", { _ = mkfifo("\(folder)/\($0)", 0o600) }, "is neither a file nor a folder"),
            ("a\\..\\b.js", { try write("dist/" + $0) }, "a character that no address can have"),
            ("a\nb.js", { try write("dist/" + $0) }, "a character that no address can have"),
        ]
        for (name, make, reason) in cases {
            try make(name)
            let error = refusal()
            #expect(error?.code == .pagesInvalid && error?.message.contains(reason) == true, "\(name): \(error as Any)")
            unlink("\(folder)/\(name)")
        }
        // Hidden files are not served, whatever they are.
        try link("dist/.hidden", to: "/etc/passwd")
        #expect(refusal() == nil)
    }

    @Test("a bundle is bounded in files, depth and sizes, and may be just as large as the bound")
    func bounded() throws {
        #expect(
            refusal { $0.files = 2 } == nil && refusal { $0.files = 1 }?.message.contains("more than 1 files") == true)
        #expect(refusal { $0.depth = 3 } == nil && refusal { $0.depth = 2 }?.message.contains("2 folders deep") == true)
        #expect(refusal { $0.bytes = 2 } == nil && refusal { $0.bytes = 1 }?.message.contains("together") == true)
        #expect(
            refusal { $0.fileBytes = 1 } == nil && refusal { $0.fileBytes = 0 }?.message.contains("is larger") == true)
        let missing = PageBundle(folder: URL(fileURLWithPath: scratch.path + "/none"))
        #expect(throws: JourneyError.self) { try missing.check() }
    }
}

extension PageBundle {
    /// Checks the folder, then replaces a file by a link, which must not be found.
    fileprivate func check(besides name: String, in folder: String) throws {
        var bundle = self
        bundle.limits = Limits()
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "/etc/hostname")
        #expect(bundle.file(at: [name]) == nil)
    }
}
