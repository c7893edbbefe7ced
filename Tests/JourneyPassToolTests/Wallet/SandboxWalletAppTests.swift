import Foundation
import JourneyBase
import JourneyCrypto
import JourneySandbox
import Synchronization
import Testing
import WalletPass

@testable import JourneyPassTool

@Suite("Sandbox wallet app")
struct SandboxWalletAppTests {
    private let issuer: TestIssuer

    init() throws { issuer = try TestIssuer() }

    /// Returns the code with which the wallet refuses, or `nil` when it accepts the pass.
    private func code(
        _ session: (data: [UInt8], signature: [UInt8]), _ wallet: SandboxWalletApp? = nil
    ) async throws -> String? {
        do {
            try await (wallet ?? issuer.wallet()).present(issuerData: session.data, signature: session.signature)
            return nil
        } catch let error as JourneyError { return error.code.rawValue }
    }

    private func kept(_ wallet: SandboxWalletApp) async throws -> [InstalledPass] {
        try await wallet.folder.passes(wallet.verifier)
    }

    @Test("the wallet verifies, signs, posts, checks, stores and registers like a device")
    func whole() async throws {
        let steps = Mutex<[SandboxWalletApp.Step]>([])
        let wallet = try issuer.wallet(report: { step in steps.withLock { $0.append(step) } })
        let session = try issuer.session()
        try await wallet.present(issuerData: session.data, signature: session.signature)
        let callback = issuer.requests[0]
        #expect(
            callback.method == .post
                && callback.url.description == "\(TestIssuer.address)?sessionIdentifier=s%2F%201%26x")
        #expect(callback.headers["Authorization"] == nil && callback.headers["Content-Type"] == "application/json")
        let body = try #require(try JSONReader.read(callback.body).object)
        #expect(body.count == 2)
        let signed = try #require(body["issuerBindingData"]?.string.flatMap { Hex.decode($0) })
        // Lower-case hexadecimal, over exactly these bytes, by the key whose hash is included.
        #expect(body["issuerBindingData"]?.string == Hex.encode(signed))
        let hash = try #require(WalletChallenge.keyHash(of: signed, over: session.data))
        #expect(body["keyHash"]?.string == Hex.encode(hash))
        #expect(WalletChallenge.keyHash(of: signed, over: session.data + [32]) == nil)
        let registration = issuer.requests[1]
        let device = try await wallet.folder.device(Dependencies.system.random)
        #expect(
            registration.url.path
                == "/wallet/v1/devices/\(device.libraryIdentifier)/registrations/pass.com.example.ticket/0001")
        #expect(registration.headers["Authorization"] == "ApplePass 0123456789abcdef-token")
        #expect(try JSONReader.read(registration.body) == ["pushToken": .string(device.pushToken)])
        let passes = try await kept(wallet)
        #expect(passes.count == 1 && passes[0].serialNumber == "0001" && passes[0].record.isRegistered)
        let id = passes[0].id
        #expect(
            steps.withLock(\.self) == [
                .believed(
                    .init(
                        issuer: "Example", relyingParty: "passes.example.com",
                        passTypeIdentifier: "pass.com.example.ticket", isStandIn: true)),
                .signed(keyHash: Hex.encode(hash), isNew: true), .posted(host: "passes.example.com"),
                .stored(id: id, serialNumber: "0001", isNew: true), .registered(host: "passes.example.com"),
            ])
    }

    @Test("a pass that a device would not bind is stored with the reason")
    func notBindable() async throws {
        let steps = Mutex<[SandboxWalletApp.Step]>([])
        let wallet = try issuer.wallet(report: { step in steps.withLock { $0.append(step) } })
        issuer.set {
            $0.content["nfc"] = .some(nil)
            $0.content["barcodes"] = [
                ["format": "PKBarcodeFormatQR", "message": "m", "messageEncoding": "iso-8859-1"]
            ]
        }
        #expect(try await code(issuer.session(), wallet) == nil)
        let reasons = steps.withLock(\.self).compactMap { step in
            if case .notBindable(_, let reason) = step { reason } else { nil }
        }
        #expect(reasons.count == 2 && reasons[0].contains("nfc") && reasons[1].contains("barcode"))
        #expect(try await kept(wallet).count == 1)
    }

    @Test("an account's key is kept, and the same type and serial number replaces the pass")
    func again() async throws {
        let wallet = try issuer.wallet()
        #expect(try await code(issuer.session(), wallet) == nil)
        let first = try #require(try await wallet.folder.key("passes.example.com", "acct-1"))
        issuer.set { $0.values = ["level": "Captain"] }
        #expect(try await code(issuer.session(), wallet) == nil)
        let passes = try await kept(wallet)
        #expect(passes.count == 1)
        #expect(passes[0].content["generic"]?["secondaryFields"]?.array?.first?["value"] == "Captain")
        #expect(try await wallet.folder.key("passes.example.com", "acct-1")?.publicKey == first.publicKey)
        // The account's key is found by the hash that the issuer knows; an unknown hash is refused.
        let hash = Hex.encode(SHA256.hash(first.publicKey.spki))
        issuer.set {
            $0.content["fidoProfile"] = [
                "relyingPartyIdentifier": "passes.example.com", "accountHash": "acct-1", "keyHash": .string(hash),
            ]
        }
        #expect(try await code(issuer.session(keyHash: hash), wallet) == nil)
        let other = Hex.encode([UInt8](repeating: 1, count: 32))
        #expect(try await code(issuer.session(keyHash: other), wallet) == "WALLET_KEY_UNKNOWN")
        #expect(try await code(issuer.session(account: "acct-2", keyHash: hash), wallet) == "WALLET_KEY_UNKNOWN")
    }

    @Test("an issuer with invalid data receives no request")
    func data() async throws {
        let (other, stranger) = (
            try TestIssuer.identity(
                issuer.authority, .init(passTypeIdentifier: "pass.com.example.other", teamIdentifier: "ABCDE12345")),
            try TestIssuer.identity(
                DevelopmentPassAuthority(notBefore: TestIssuer.now - 9_000, notAfter: TestIssuer.now + 990_000),
                TestPasses.names)
        )
        let good = try issuer.session()
        var flipped = good
        flipped.data[20] ^= 1
        var cut = good
        cut.signature.removeLast()
        #expect(["WALLET_SIGNATURE_INVALID", "WALLET_DATA_INVALID"].contains(try await code(flipped)))
        #expect(try await code((good.data + [32], good.signature)) == "WALLET_SIGNATURE_INVALID")
        #expect(try await code(cut) == "WALLET_SIGNATURE_INVALID")
        #expect(try await code((good.data, [])) == "WALLET_SIGNATURE_INVALID")
        #expect(try await code(([], good.signature)) == "WALLET_DATA_INVALID")
        #expect(try await code((Array("{}".utf8), good.signature)) == "WALLET_DATA_INVALID")
        #expect(
            try await code((good.data + [UInt8](repeating: 32, count: 9_000), good.signature)) == "WALLET_DATA_INVALID")
        #expect(try await code(issuer.session(by: stranger)) == "WALLET_SIGNER_UNTRUSTED")
        #expect(try await code(issuer.session(by: other)) == "WALLET_SIGNER_OTHER")
        for seconds: TimeInterval in [-601, 61, -86_400 * 400] {
            let time = TestIssuer.now + seconds
            #expect(try await code(issuer.session(created: time, signedAt: TestIssuer.now)) == "WALLET_DATA_OLD")
            #expect(try await code(issuer.session(signedAt: time)) == "WALLET_DATA_OLD")
        }
        for callback in [
            "https://evil.example.com/callback", "https://passes.example.com.evil.test/callback",
            "https://notpasses.example.com/", "https://example.com/callback",
        ] { #expect(try await code(issuer.session(callback: callback)) == "WALLET_CALLBACK_ELSEWHERE") }
        #expect(try await code(issuer.session(party: "PASSES.example.com")) == "WALLET_CALLBACK_ELSEWHERE")
        for (party, callback) in [
            ("com", "https://evil.com/callback"), ("localhost", "https://evil.localhost/callback"),
            ("localhost", "https://localhost/callback"), ("127.0.0.1", "https://127.0.0.1/callback"),
            (".com", "https://evil.com/callback"), ("", "https://evil.com/callback"),
        ] {
            let refusal = try await code(issuer.session(party: party, callback: callback))
            #expect(["WALLET_CALLBACK_ELSEWHERE", "WALLET_DATA_INVALID"].contains(refusal), "\(party)")
        }
        #expect(issuer.requests.isEmpty, "nothing was sent to anybody")
        let wallet = try issuer.wallet()
        #expect(try await wallet.folder.key("passes.example.com", "acct-1") == nil, "no key was made")
        for seconds in [-599.0, 59] {
            #expect(try await code(issuer.session(created: TestIssuer.now + seconds)) == nil)
        }
    }

    @Test("an expired certificate is not trusted")
    func expired() async throws {
        let wallet = try issuer.wallet(now: TestIssuer.now + 950_000)
        let session = try issuer.session(created: TestIssuer.now + 950_000)
        #expect(try await code(session, wallet) == "WALLET_SIGNER_UNTRUSTED")
    }

    private struct Case: Sendable {
        let code: String
        let change: @Sendable (inout TestIssuer.Mood) -> Void

        init(_ code: String, _ change: @escaping @Sendable (inout TestIssuer.Mood) -> Void) {
            (self.code, self.change) = (code, change)
        }
    }

    @Test("an invalid issuer response adds no pass to the wallet", arguments: 0..<19)
    func answers(number: Int) async throws {
        let other = PassSignerNames(passTypeIdentifier: "pass.com.example.other", teamIdentifier: "ABCDE12345")
        let (theirs, stranger) = (
            try TestIssuer.identity(issuer.authority, other),
            try TestIssuer.identity(
                DevelopmentPassAuthority(notBefore: TestIssuer.now - 9_000, notAfter: TestIssuer.now + 990_000),
                TestPasses.names)
        )
        let faulty = try issuer.signed(TestPasses.files(["description": .some(nil)]))
        let cases: [Case] = [
            Case("WALLET_CALLBACK_UNAUTHORIZED") { $0.status = 401 },
            Case("WALLET_CALLBACK_STATUS") { $0.status = 201 },
            Case("WALLET_CALLBACK_STATUS") { $0.status = 302 }, Case("WALLET_CALLBACK_STATUS") { $0.status = 500 },
            Case("WALLET_MEDIA_TYPE") { $0.mediaType = nil },
            Case("WALLET_MEDIA_TYPE") { $0.mediaType = "application/zip" },
            Case("WALLET_PASS_TOO_LARGE") { $0.mediaType = PassBuilder.bundleMediaType },
            Case("WALLET_PASS_UNTRUSTED") { $0.body = [] },
            Case("WALLET_PASS_UNTRUSTED") { $0.body = Array("<html>".utf8) },
            Case("WALLET_PASS_TOO_LARGE") { $0.body = [UInt8](repeating: 0, count: IssuerCallback.longest + 1) },
            Case("WALLET_PASS_TOO_LARGE") { $0.body = HostileArchive.bomb },
            Case("WALLET_PASS_UNTRUSTED") { $0.signer = stranger },
            Case("WALLET_PASS_OTHER") {
                $0.signer = theirs
                $0.content["passTypeIdentifier"] = .string(other.passTypeIdentifier)
            },
            Case("WALLET_PASS_UNBOUND") {
                $0.content["fidoProfile"] = .some(nil)
                $0.content["issuerBindingData"] = .some(nil)
            },
            Case("WALLET_PASS_UNBOUND") { $0.content["issuerBindingData"] = ["issuerBindingData": "00ff"] },
            Case("WALLET_PASS_UNBOUND") {
                $0.content["fidoProfile"] = ["relyingPartyIdentifier": "passes.example.com", "accountHash": "acct-2"]
            },
            Case("WALLET_PASS_UNBOUND") {
                $0.content["fidoProfile"] = ["relyingPartyIdentifier": "example.com", "accountHash": "acct-1"]
            },
            Case("WALLET_PASS_UNTRUSTED") { $0.body = HostileArchive.ladder },
            Case("WALLET_PASS_INVALID") { $0.body = faulty },
        ]
        issuer.set(cases[number].change)
        let wallet = try issuer.wallet()
        #expect(try await code(issuer.session(), wallet) == cases[number].code)
        #expect(try await kept(wallet).isEmpty && issuer.requests.count == 1)
    }

    @Test("all passes of a bundle are checked before the first is stored")
    func bundle() async throws {
        let wallet = try issuer.wallet()
        #expect(try await code(issuer.session(), wallet) == nil)
        let one = try issuer.pass()
        issuer.set { $0.content["serialNumber"] = "0002" }
        let two = try issuer.pass()
        issuer.set {
            $0.mediaType = PassBuilder.bundleMediaType
            $0.body = try? PassBuilder.bundle([[1, 2, 3], one])
        }
        let second = try issuer.wallet(in: "second")
        #expect(try await code(issuer.session(), second) == "WALLET_PASS_UNTRUSTED")
        await #expect(throws: JourneyError.self) { try await second.add([one, [1, 2, 3]]) }
        #expect(try await kept(second).isEmpty)
        // Bound to the first wallet's signed data, so not acceptable for the second.
        issuer.set { $0.body = try? PassBuilder.bundle([one, two]) }
        #expect(try await code(issuer.session(), second) == "WALLET_PASS_UNBOUND")
        let file = try PassBuilder.passes(inBundle: PassBuilder.bundle([one, two]))
        try await second.add(file)
        #expect(try await kept(second).map(\.serialNumber).sorted() == ["0001", "0002"])
    }

    @Test("several passes are added all or not at all: closing the second sheet adds none")
    func allOrNone() async throws {
        let sheets = Mutex(0)
        let wallet = try issuer.wallet(confirm: { _ in
            sheets.withLock { sheets in
                sheets += 1
                return sheets == 1
            }
        })
        await #expect(throws: CancellationError.self) {
            try await wallet.add([issuer.pass(serial: "0001"), issuer.pass(serial: "0002")])
        }
        #expect(try await kept(wallet).isEmpty && sheets.withLock { $0 } == 2 && issuer.requests.isEmpty)
    }

    @Test("all passes are stored before the first is registered, so an interruption loses none")
    func stopped() async throws {
        let wallet = try issuer.wallet()
        let (one, two) = (try issuer.pass(serial: "0001"), try issuer.pass(serial: "0002"))
        let serials = Mutex<[String]>([])
        issuer.before { _ in
            let kept = (try? await wallet.folder.passes(wallet.verifier)) ?? []
            serials.withLock { if $0.isEmpty { $0 = kept.map(\.serialNumber).sorted() } }
        }
        try await wallet.add([one, two])
        #expect(serials.withLock { $0 } == ["0001", "0002"])
    }

    @Test("another team's pass replaces none, whatever its type and serial number")
    func teams() async throws {
        let wallet = try issuer.wallet()
        try await wallet.add([issuer.pass(serial: "0001")])
        let other = PassSignerNames(
            passTypeIdentifier: TestPasses.names.passTypeIdentifier, teamIdentifier: "ZZZZZ12345")
        let theirs = try TestIssuer.identity(issuer.authority, other)
        issuer.set {
            $0.signer = theirs
            $0.content["teamIdentifier"] = .string(other.teamIdentifier)
        }
        let error = await #expect(throws: JourneyError.self) {
            try await wallet.add([issuer.pass(serial: "0002"), issuer.pass(serial: "0001")])
        }
        #expect(error?.code == .walletPassOther)
        #expect(try await kept(wallet).map(\.names) == [TestPasses.names])
    }

    @Test("closing the sheet adds nothing and sends nothing")
    func closed() async throws {
        let wallet = try issuer.wallet(confirm: { _ in false })
        let session = try issuer.session()
        await #expect(throws: CancellationError.self) {
            try await wallet.present(issuerData: session.data, signature: session.signature)
        }
        #expect(issuer.requests.isEmpty)
        #expect(try await wallet.folder.key("passes.example.com", "acct-1") == nil)
        #expect(try await kept(wallet).isEmpty)
    }

    @Test("the wallet is used by one command at a time")
    func busy() async throws {
        let wallet = try issuer.wallet()
        let claim = try await wallet.folder.claim()
        #expect(try await code(issuer.session(), wallet) == "WALLET_BUSY")
        withExtendedLifetime(claim) {}
    }

    @Test("the wallet is not locked while the sheet is open, and changes made meanwhile are noticed")
    func meanwhile() async throws {
        let steps = Mutex<[SandboxWalletApp.Step]>([])
        let made = Mutex<[UInt8]?>(nil)
        let other = try issuer.wallet()
        let wallet = try issuer.wallet(
            confirm: { _ in
                guard let claim = try? await other.folder.claim() else { return false }
                defer { withExtendedLifetime(claim) {} }
                let key = try? await other.folder.madeKey("passes.example.com", "acct-1")
                made.withLock { $0 = key.map { SHA256.hash($0.publicKey.spki) } }
                return key != nil
            }, report: { step in steps.withLock { $0.append(step) } })
        #expect(try await code(issuer.session(), wallet) == nil)
        let hash = try #require(made.withLock { $0 })
        #expect(steps.withLock { $0.contains(.signed(keyHash: Hex.encode(hash), isNew: false)) })
    }

    @Test("hostile archives are refused with their reason")
    func archives() throws {
        let verifier = PassVerifier(anchors: [])
        for (archive, reason) in [(HostileArchive.ladder, ZipError.badName), (HostileArchive.bomb, .tooLarge)] {
            #expect(throws: PassVerifier.Failure.archive(reason)) { try verifier.verify(archive, at: TestIssuer.now) }
        }
    }

    @Test("keys and tokens are encrypted, and files are private to their owner")
    func files() async throws {
        let wallet = try issuer.wallet()
        #expect(try await code(issuer.session(), wallet) == nil)
        let device = try await wallet.folder.device(Dependencies.system.random)
        let key = try #require(try await wallet.folder.key("passes.example.com", "acct-1"))
        let scalar = try key.scalar().withBytes { Array($0) }
        let root = wallet.folder.path
        for name in try #require(FileManager.default.enumerator(atPath: root)?.allObjects as? [String]) {
            let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + name)
            #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o077 == 0, "\(name)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            let bytes = FileManager.default.contents(atPath: root + "/" + name) ?? Data()
            #expect(bytes.range(of: Data(scalar)) == nil && bytes.range(of: Data(device.pushToken.utf8)) == nil)
        }
        // A tampered key is refused and not silently replaced.
        let sealed = root + "/sealed"
        for name in try FileManager.default.contentsOfDirectory(atPath: sealed) where name.hasPrefix("key-") {
            var bytes = try Data(contentsOf: URL(fileURLWithPath: sealed + "/" + name))
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(fileURLWithPath: sealed + "/" + name))
        }
        #expect(try await code(issuer.session(), wallet) == "STORE_FAILED")
    }
}
