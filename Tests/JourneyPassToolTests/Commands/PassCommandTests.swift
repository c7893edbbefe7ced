import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneySandbox
import SandboxServices
import TestSupport
import Testing

@testable import JourneyPassTool
@testable import WalletPass

@Suite("journey pass")
struct PassCommandTests {
    private let line: CommandLine

    init() throws { line = try CommandLine() }

    /// Creates a template of a style in `:t`, with a certificate for it.
    private func template(_ style: PassStyle = .generic) async throws {
        try line.certificate()
        let made = await line.run("pass", "new", ":t", "--style", style.rawValue)
        #expect(made.status == .done, "\(made.talk)")
    }

    private func build(_ more: String...) async -> CommandLine.Result {
        await line.run("pass", "build", ":t", "--state", ":dev", "-o", ":t.pkpass", "--json", more: more)
    }

    @Test("a pass of every style is created, signed and verified", arguments: PassStyle.allCases)
    func whole(style: PassStyle) async throws {
        try await template(style)
        let built = await build()
        #expect(built.status == .done && built.json?["faults"] == [] && built.json?["passes"] == 1)
        let verified = await line.run("pass", "verify", ":t.pkpass", "--state", ":dev", "--json")
        let pass = try #require(verified.json?["passes"]?.array?.first)
        #expect(
            verified.status == .done && pass["good"] == true && pass["standIn"] == true
                && pass["serialNumber"] == "0001")
        let text = await line.run("pass", "show", ":t.pkpass", "--state", ":dev")
        #expect(text.status == .done && text.output.contains("Harbour Line") && text.output.contains(Chain.standInNote))
        let shown = await line.run("pass", "show", ":t.pkpass", "--state", ":dev", "--picture", ":t.png", "--json")
        #expect(shown.json?["passes"]?.array?.first?["style"] == .string(style.rawValue))
        let page = String(decoding: try line.folder.read("t.png"), as: UTF8.self)
        #expect(page.contains("class=\"pass \(style.rawValue)") && page.contains("not by one of Apple"))
    }

    @Test("values come from the template's file, then files, then the command line")
    func values() async throws {
        try await template()
        _ = try line.folder.write("{\"member\": \"Bob\", \"level\": \"Mate\"}", "bob.json")
        #expect(
            await build("-v", line.path("bob.json"), "--set", "level=Captain", "--set", "since=1999").status == .done)
        let shown = await line.run("pass", "show", ":t.pkpass", "--json")
        let pass = try #require(shown.json?["passes"]?.array?.first)
        #expect(pass["primaryFields"]?.array?.first?["value"] == "Bob")
        #expect(pass["secondaryFields"]?.array?.first?["value"] == "Captain")
        #expect(pass["headerFields"]?.array?.first?["value"] == "1999")
        #expect(await build("--set", "levle=x").code == "VALUE_UNUSED")
        #expect(await build("--set", "level").code == "USAGE")
        #expect(await build("--set", "code=[1]").code == nil)
        try FileManager.default.removeItem(atPath: line.path("t.values.json"))
        #expect(await build().code == "VALUE_MISSING")
    }

    @Test("a bundle of passes is built and each pass checked")
    func bundle() async throws {
        try await template()
        for (name, serial) in [("a", "1"), ("b", "2")] {
            _ = try line.folder.write("{\"serialNumber\": \"\(serial)\"}", "\(name).json")
        }
        let words = ["pass", "build", ":t", "--state", ":dev", "-v", ":a.json", "-v", ":b.json", "--json", "-o"]
        #expect(await line.run(words: words + [":all.pkpass"]).code == "USAGE")
        #expect(await line.run(words: words + [":all.pkpasses"]).status == .done)
        let verified = await line.run("pass", "verify", ":all.pkpasses", "--state", ":dev", "--json")
        #expect(verified.json?["passes"]?.array?.map { $0["serialNumber"] } == ["1", "2"])
        let drawn = await line.run("pass", "show", ":all.pkpasses", "--state", ":dev", "-p", ":all.png", "--json")
        #expect(drawn.json?["passes"]?.array?.count == 2)
        #expect(try !line.folder.read("all-2.png").isEmpty)
    }

    @Test("a pass that Wallet would refuse is not written, and each mistake has its code")
    func faults() async throws {
        try await template()
        let path = line.path("t/pass.json")
        var content = try #require(try JSONReader.read(line.folder.read("t/pass.json")).object)
        content["description"] = nil
        content["backgroundColor"] = "blue"
        content["coulor"] = "red"
        try Data(JSONValue.object(content).compactBytes).write(to: URL(fileURLWithPath: path))
        let built = await build()
        #expect(built.status == .refused && !FileManager.default.fileExists(atPath: line.path("t.pkpass")))
        let codes = Set(built.json?["faults"]?.array?.compactMap { $0["code"]?.string } ?? [])
        #expect(codes.isSuperset(of: ["PASS_MEMBER_MISSING", "PASS_MEMBER_INVALID", "PASS_MEMBER_UNKNOWN"]))
        let text = await line.run("pass", "build", ":t", "--state", ":dev", "-o", ":t.pkpass")
        #expect(text.talk.contains("error: pass.json/description: description is required. [PASS_MEMBER_MISSING]"))
    }

    @Test("every change after signing is reported")
    func tampered() async throws {
        try await template()
        #expect(await build().status == .done)
        let changed = try Python.run(
            """
            import sys, zipfile
            old, new = sys.argv[1:]
            with zipfile.ZipFile(old) as z, zipfile.ZipFile(new, "w") as out:
                for name in z.namelist():
                    if name == "icon@2x.png": continue
                    data = z.read(name)
                    out.writestr(name, data.replace(b"Ada Byron", b"Eve Byron") if name == "pass.json" else data)
                out.writestr("extra.txt", "x")
            """, [line.path("t.pkpass"), line.path("bad.pkpass")])
        #expect(changed.isEmpty)
        let verified = await line.run("pass", "verify", ":bad.pkpass", "--state", ":dev", "--json")
        #expect(verified.status == .refused)
        let pass = try #require(verified.json?["passes"]?.array?.first)
        #expect(
            pass["failures"]?.array?.map { $0["code"] } == [
                "PASS_FILE_NOT_SIGNED", "PASS_FILE_LOST", "PASS_FILE_CHANGED",
            ])
        #expect(pass["believed"] == false && pass["good"] == false)
        let text = await line.run("pass", "verify", ":bad.pkpass", "--state", ":dev")
        #expect(text.talk.contains("not trusted: pass.json differs from the signed file. [PASS_FILE_CHANGED]"))
        // `show` displays it, with a note that it is not trusted.
        let shown = await line.run("pass", "show", ":bad.pkpass", "--state", ":dev")
        #expect(shown.status == .done && shown.output.contains("Eve Byron") && shown.output.contains("Not trusted"))
    }

    @Test("verification needs a trusted authority, and another authority's pass is refused")
    func trust() async throws {
        try await template()
        #expect(await build().status == .done)
        #expect(await line.run("pass", "verify", ":t.pkpass", "--state", ":none", "--json").code == "TRUST_MISSING")
        let stranger = try DevelopmentPassAuthority(notBefore: Date() - 60, notAfter: Date() + 600)
        _ = try line.folder.write(stranger.root.certificate.pem, "stranger.pem")
        let verified = await line.run("pass", "verify", ":t.pkpass", "--trust", ":stranger.pem", "--json")
        #expect(verified.json?["passes"]?.array?.first?["failures"]?.array?.first?["code"] == "PASS_SIGNER_UNTRUSTED")
        for mode in [0o666, 0o646, 0o664] {
            try line.folder.setMode(mode, of: "stranger.pem")
            let writable = await line.run("pass", "verify", ":t.pkpass", "--trust", ":stranger.pem", "--json")
            #expect(writable.status == .badInput && writable.code == "FILE_WRITABLE")
            #expect(writable.output.contains("stranger.pem has mode 0\(String(mode, radix: 8)):"))
        }
        #expect(
            await line.run("pass", "verify", ":t.pkpass", "--trust", ":t.pkpass", "--json").code
                == "CERTIFICATE_INVALID")
        let early = await line.run(
            "pass", "verify", ":t.pkpass", "--state", ":dev", "--at", "2020-01-01T00:00:00Z", "--json")
        #expect(early.status == .refused)
        #expect(
            await line.run("pass", "verify", ":t.pkpass", "--at", "noon", "--state", ":dev", "--json").code == "USAGE")
    }

    @Test("a pass is signed with a PKCS#12 file, completed with the intermediate if needed")
    func signers() async throws {
        try await template()
        let issued = try line.certificate()
        // As Keychain exports it: without the intermediate.
        let alone = try SigningIdentity(
            certificatesPEM: issued.identity.identity.certificate.pem,
            keyPEM: String(contentsOfFile: issued.keyFile, encoding: .utf8))
        _ = try line.folder.write(
            alone.pkcs12(password: Secret(copying: Array("word".utf8)), name: "n"), "alone.p12", mode: 0o600)
        let password = try line.folder.write("word\n", "word")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: password)
        func built(_ words: String...) async -> CommandLine.Result {
            await line.run(
                words: [
                    "pass", "build", ":t", "-o", ":t.pkpass", "--json", "--state", ":none", "--signer", ":alone.p12",
                ] + words)
        }
        func believed() async -> JSONValue? {
            await line.run("pass", "verify", ":t.pkpass", "--state", ":dev", "--json").json?["passes"]?.array?.first?[
                "believed"]
        }
        #expect(await built().code == "USAGE")
        for mode in [0o640, 0o604, 0o660] {
            try line.folder.setMode(mode, of: "alone.p12")
            let exposed = await built("--password-file", ":word")
            #expect(exposed.code == "FILE_EXPOSED" && exposed.output.contains("mode 0\(String(mode, radix: 8))"))
        }
        try line.folder.setMode(0o600, of: "alone.p12")
        #expect(await built("--password-file", ":word").status == .done)
        #expect(await believed() == false)
        #expect(
            await line.run(
                "pass", "verify", ":t.pkpass", "--state", ":dev", "--intermediate", ":dev/pass-intermediate.pem",
                "--json"
            ).status == .done)
        #expect(await built("--password-file", ":word", "--intermediate", ":dev/pass-intermediate.pem").status == .done)
        #expect(await believed() == true)
        // The error names the missing certificate, not the existing one.
        let lost = await built("--password-file", ":word", "--intermediate", ":nosuch.pem")
        #expect(lost.code == "FILE_MISSING" && lost.output.contains("nosuch.pem"))
        #expect(await built("--password-file", ":word", "--intermediate", ":word").code == "CERTIFICATE_INVALID")
        let wrong = try line.folder.write("other", "wrong")
        #expect(await built("--password-file", wrong).code == "FILE_EXPOSED")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: wrong)
        #expect(await built("--password-file", wrong).code == "PASSWORD_WRONG")
        // A file of another user, who could change it; only root can create one here.
        if geteuid() == 0 {
            #expect(chown(wrong, 1, 1) == 0)
            #expect(await built("--password-file", wrong).code == "FILE_EXPOSED")
        }
        #expect(
            await line.run("pass", "build", ":t", "--json", "--state", ":none", "-o", ":t.pkpass").code
                == "SIGNER_MISSING")
        _ = try line.folder.write(line.folder.read("t/icon.png"), "icon.png", mode: 0o600)
        #expect(
            await line.run(
                "pass", "build", ":t", "--json", "--signer", ":icon.png", "--password-file", ":word", "-o",
                ":t.pkpass"
            ).code == "SIGNER_INVALID")
    }

    @Test("no text of a pass, signed or not, moves the cursor or forges a line")
    func terminal() async throws {
        try await template()
        let name = "\u{1B}[2J\u{1B}[H✓ \u{9B}31m\u{202E}good\n✓ t.pkpass: Wallet would take it."
        var content = try #require(try JSONReader.read(line.folder.read("t/pass.json")).object)
        content[name] = "x"
        let pass = try ZipWriter.archive(
            [
                "pass.json": JSONValue.object(content).compactBytes, "signature": [1],
                "manifest.json": JSONValue.object([name: .string(String(repeating: "0", count: 64))]).compactBytes,
            ], isDeflated: false)
        _ = try line.folder.write(pass, "evil.pkpass")
        for words in [["verify"], ["show", "--picture", ":evil.png"]] {
            let said = await line.run(words: ["pass"] + words + [":evil.pkpass", "--state", ":dev"])
            #expect(!TerminalControl.isIn(said.output + said.talk), "\(words)")
            #expect(!(said.output + said.talk).contains("\n✓"), "\(words)")
        }
        let verified = await line.run("pass", "verify", ":evil.pkpass", "--state", ":dev")
        #expect(
            verified.talk.contains(
                "?[2J?[H✓ ?31mgood?✓ t.pkpass: Wallet would take it. is listed in the manifest, but missing."))
        #expect(verified.talk.contains("warning: pass.json/?[2J?[H✓"))
    }

    @Test("a template finds its files, however its folder is written")
    func names() async throws {
        try await template()
        for folder in [":t", ":t/", ":t//", ":t/.", ":t/de.lproj/.."] {
            let built = await line.run("pass", "build", folder, "--state", ":dev", "--json")
            #expect(built.status == .done && built.json?["output"] == .string(line.path("t.pkpass")), "\(folder)")
            try FileManager.default.removeItem(atPath: line.path("t.pkpass"))
        }
        #expect(GeneratedTemplate.valuesFile(of: "ticket/") == "ticket.values.json")
        let here = FileManager.default.currentDirectoryPath
        #expect(GeneratedTemplate.file(".pkpass", beside: ".") == here + ".pkpass")
        #expect(
            GeneratedTemplate.file(".pkpass", beside: "..") == URL(filePath: here).deletingLastPathComponent().path
                + ".pkpass")
    }

    @Test("another team's certificate signs no pass of this one")
    func otherTeam() async throws {
        try line.certificate(team: "ZZZZZ12345")
        _ = await line.run("pass", "new", ":t")
        let built = await build()
        #expect(built.status == .refused)
        #expect(built.json?["faults"]?.array?.first?["code"] == "PASS_SIGNER")
    }

    @Test("a new template warns that its passes can't be bound, and how to change it", arguments: PassStyle.allCases)
    func unbindable(style: PassStyle) async throws {
        let made = await line.run("pass", "new", ":t", "--style", style.rawValue)
        #expect(made.status == .done)
        #expect(made.talk.contains("add nfc") && made.talk.contains("remove barcodes"), "\(made.talk)")
        let json = await line.run("pass", "new", ":u", "--style", style.rawValue, "--json").json
        let faults = json?["faults"]?.array ?? []
        #expect(faults.map { $0["place"]?.string } == ["pass.json/nfc", "pass.json/barcodes"])
        #expect(faults.allSatisfy { $0["code"] == "PASS_BINDING" && $0["severity"] == "warning" })
    }

    @Test("a genuine pass with an older digest verifies with a warning")
    func olderDigest() async throws {
        try await template()
        #expect(await build().status == .done)
        let issued = try line.certificate()
        let files = try ZipArchive(line.folder.read("t.pkpass")).files.filter { $0.key != "signature" }
        let content = try line.folder.write(try #require(files["manifest.json"]), "manifest.json")
        let own = try line.folder.write(issued.identity.identity.certificate.pem, "own.pem")
        let signed = try run(
            "/usr/bin/openssl",
            [
                "smime", "-sign", "-binary", "-md", "sha1", "-in", content, "-signer", own, "-inkey", issued.keyFile,
                "-certfile", line.path("dev/pass-intermediate.pem"), "-outform", "DER", "-out", line.path("signature"),
            ])
        try #require(signed.status == 0, "\(signed.text)")
        let pass = try ZipWriter.archive(
            files.merging(["signature": line.folder.read("signature")]) { $1 }, isDeflated: true)
        _ = try line.folder.write(pass, "old.pkpass")
        let verified = await line.run("pass", "verify", ":old.pkpass", "--state", ":dev", "--json")
        let found = try #require(verified.json?["passes"]?.array?.first)
        #expect(verified.status == .done && found["good"] == true && found["believed"] == true, "\(verified.output)")
        #expect(found["faults"]?.array?.map { $0["code"]?.string } == ["PASS_SIGNATURE_DIGEST"])
        #expect(found["faults"]?.array?.first?["severity"] == "warning")
    }

    @Test("an invalid template or pass is reported in a sentence")
    func badInput() async throws {
        _ = try line.folder.write("x", "no.pkpass")
        _ = try line.folder.write("x", "no.pkpasses")
        #expect(await line.run("pass", "verify", ":no.pkpass", "--state", ":dev", "--json").code == "TRUST_MISSING")
        try line.certificate()
        #expect(await line.run("pass", "verify", ":no.pkpass", "--state", ":dev", "--json").code == "PASS_ARCHIVE")
        #expect(await line.run("pass", "verify", ":no.pkpasses", "--state", ":dev", "--json").code == "BUNDLE_INVALID")
        #expect(await line.run("pass", "show", ":none.pkpass", "--json").code == "FILE_MISSING")
        #expect(await line.run("pass", "show", ":no.pkpass", "--json").code == "PASS_ARCHIVE")
        _ = try line.folder.write(HostileArchive.bomb, "bomb.pkpass")
        #expect(await line.run("pass", "show", ":bomb.pkpass", "--json").code == "PASS_ARCHIVE")
        #expect(await line.run("pass", "build", ":none", "--json").code == "TEMPLATE_MISSING")
        #expect(await line.run("pass", "new", ":t", "--team", "short", "--json").code == "TEMPLATE_INVALID")
        #expect(!FileManager.default.fileExists(atPath: line.path("t")))
        try FileManager.default.createDirectory(atPath: line.path("t"), withIntermediateDirectories: true)
        #expect(await line.run("pass", "new", ":t", "--json").code == "FOLDER_TAKEN")
        #expect(await line.run("pass", "build", ":t", "--json").code == "TEMPLATE_CONTENT")
    }

    @Test("a template ignores linked files and editor files")
    func links() async throws {
        try await template()
        _ = try line.folder.write("x", "t/.DS_Store")
        #expect(await build().status == .done)
        let secret = try line.folder.write("secret", "secret")
        try FileManager.default.createSymbolicLink(
            atPath: line.path("t/de.lproj/pass2.strings"), withDestinationPath: secret)
        #expect(await build().code == "TEMPLATE_FILE")
    }
}
