import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyScreens
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import CashBaba
@testable import JourneyDevice

/// The pictures that a face check leaves in memory, over a real connection.
@Suite(
    "Pictures of a face in memory", .serialized, .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"),
    .enabled(if: PrivateNginx.isInstalled, "nginx is not installed: `make test` installs nginx-light"),
    .timeLimit(.minutes(5)))
struct FaceMemoryTests {
    /// A picture: a signature, then the same letters repeatedly, so that any part of it can be found.
    private struct Picture {
        static let repeats = 6_000
        let head: [UInt8]
        let letters = Secret.letters(61)

        var count: Int { head.count + Picture.repeats * letters.count }

        /// Writes the picture to a file of `scratch` directly from locked memory.
        func write(to scratch: Scratch, _ name: String) throws -> String {
            let path = try scratch.write(head, name)
            let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
            guard file >= 0 else { throw POSIXError(.EIO) }
            defer { close(file) }
            for _ in 0..<Picture.repeats { letters.withBytes { _ = Glibc.write(file, $0.baseAddress, $0.count) } }
            return path
        }

        /// Returns the picture in memory that the caller frees.
        func allocate() -> UnsafeMutableRawBufferPointer {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
            memory.copyBytes(from: head)
            letters.withBytes { letters in
                for index in 0..<Picture.repeats {
                    let place = head.count + index * letters.count
                    UnsafeMutableRawBufferPointer(rebasing: memory[place...]).copyMemory(from: letters)
                }
            }
            return memory
        }

        /// Returns the picture in base64, as a host's own text.
        func base64() -> String {
            let memory = allocate()
            defer {
                memory.initializeMemory(as: UInt8.self, repeating: 0)
                memory.deallocate()
            }
            guard let start = memory.baseAddress else { return "" }
            return Data(bytesNoCopy: start, count: count, deallocator: .none)
                .base64EncodedString(options: .lineLength76Characters)
        }
    }

    private let smile = Picture(head: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    private let blink = Picture(head: [0xFF, 0xD8, 0xFF, 0xE0])

    /// A wallet service in a process of its own, which stores the bodies of confirmations in files.
    private final class Service: Sendable {
        private let nginx: PrivateNginx
        let trust: TLSTrust
        let environment: CashBabaEnvironment

        init() throws {
            let now = Date()
            let authority = try DevelopmentAuthority(notBefore: now - 3_600, notAfter: now + 86_400)
            let identity = try authority.issue(
                names: ["wallet.localhost"], notBefore: now - 3_600, notAfter: now + 86_400)
            let begun = #"{"code":200,"data":{"transactionId":"T1","isFaceVerificationRequired":true}}"#
            let paid = #"{"code":200,"data":{"transactionId":"T1","status":"Authorized"}}"#
            let token = #"{"code":200,"access_token":"t","token_type":"Bearer","expires_in":300}"#
            nginx = try PrivateNginx(
                files: ["cert.pem": Array(identity.certificatePEM.utf8), "key.pem": Array(identity.keyPEM.utf8)],
                portCount: 2
            ) { ports in
                """
                server {
                    listen 127.0.0.1:\(ports[0]) ssl http2;
                    ssl_certificate cert.pem;
                    ssl_certificate_key key.pem;
                    client_max_body_size 16m;
                    client_body_temp_path bodies;
                    location = /api/v1/connect/token { return 200 '\(token)'; }
                    location /api/v1/transaction/CPQRCPaymentValidation/ { return 200 '\(begun)'; }
                    location /api/v1/transaction/CPQRCPaymentStatus/ { return 200 '\(paid)'; }
                    location = /api/v1/transaction/CPQRCPaymentConfirm {
                        client_body_in_file_only on;
                        proxy_pass http://127.0.0.1:\(ports[1]);
                    }
                }
                server {
                    listen 127.0.0.1:\(ports[1]);
                    client_max_body_size 16m;
                    location / { return 200 '{"code":200}'; }
                }
                """
            }
            trust = TLSTrust(authorities: [authority.identity.certificatePEM])
            let base = try #require(HTTPSURL("https://wallet.localhost:\(nginx.ports[0])/api/"))
            environment = CashBabaEnvironment(name: "test", baseURL: base)
        }

        /// The lengths of the received bodies.
        var bodies: [Int] {
            get throws {
                try FileManager.default.subpathsOfDirectory(atPath: nginx.folder + "/bodies").compactMap { path in
                    let attributes = try FileManager.default.attributesOfItem(atPath: nginx.folder + "/bodies/" + path)
                    return attributes[.type] as? FileAttributeType == .typeRegular ? attributes[.size] as? Int : nil
                }
            }
        }
    }

    private func check(_ faces: any FaceCapture) async throws {
        let service = try Service()
        let letters = [smile, blink].map(\.letters)
        let seen = Mutex([Int]())
        try await pay(at: service, faces) {
            seen.withLock { $0 = letters.map { (try? MemoryScan(for: $0).count()) ?? 0 } }
        }
        // Both were in memory while the code was typed, and were sent completely.
        #expect(seen.withLock { $0.allSatisfy { $0 > Picture.repeats } }, "\(seen.withLock { $0 })")
        let bodies = try service.bodies
        #expect(bodies.count == 1 && bodies[0] > smile.count + blink.count, "\(bodies)")
        // The test's own secret remains.
        for (letters, name) in zip(letters, ["smile", "blink"]) {
            #expect(try MemoryScan(for: letters).count() == 1, "\(name)")
        }
    }

    private func pay(
        at service: Service, _ faces: any FaceCapture, atCode: @escaping @Sendable () -> Void
    ) async throws {
        let (gone, tell) = AsyncStream<Void>.makeStream()
        do {
            let sdk = CashBabaSDK(dependencies: .system) { trust in
                CurlTransport(trust: trust, userAgent: nil, ended: { tell.finish() })
            }
            try sdk.initialize(
                environment: service.environment, pemData: Data(try TestWallet.key.get().publicKey.spki),
                trust: service.trust)
            let presenter = ScriptedPresenter([
                "code": [
                    .decide { _ in
                        atCode()
                        return ScreenAction(action: "submit", values: ["code": .text("123456")])
                    }
                ]
            ])
            let told = EventRecorder()
            await sdk.present(
                NavigationArgs(
                    type: .CPQRC, wToken: "w", environment: service.environment, paymentReference: "QR-1",
                    clientId: "c", clientSecret: "s"),
                on: presenter, faces: faces, onSuccess: { _ in told.record("paid", [:]) },
                onFailed: { model in told.record("\(model)", [:]) }, onUserCancel: { told.record("left", [:]) })
            #expect(told.names == ["paid"])
        }
        // The engine's thread ends last.
        for await _ in gone {}
    }

    @Test("pictures from files are wiped after the payment")
    func files() async throws {
        let scratch = try Scratch()
        try await check(
            FileFaceCapture(smile: try smile.write(to: scratch, "smile"), blink: try blink.write(to: scratch, "blink")))
    }

    @Test("pictures that a host passes as base64 are wiped, and its own text is left alone")
    func base64() async throws {
        let (smile, blink) = (smile.base64(), blink.base64())
        try await check(
            HostFaceCapture { delegate in
                delegate.images(smile: smile, blink: blink)
                return nil
            })
    }

    @Test("no copy of a host's data remains, and the host's data is unchanged")
    func data() async throws {
        let service = try Service()
        let memory = smile.allocate()
        defer {
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            memory.deallocate()
        }
        let scan = MemoryScan(for: smile.letters)
        let before = try scan.count()
        let (gone, tell) = AsyncStream<Void>.makeStream()
        do {
            let start = try #require(memory.baseAddress)
            let image = Data(bytesNoCopy: start, count: memory.count, deallocator: .none)
            let transport = CurlTransport(trust: service.trust, userAgent: nil, ended: { tell.finish() })
            let api = APIHandler(
                config: CashBabaConfig(environment: service.environment), transport: transport)
            let storage = CBSDKDataStorage(api: api, session: SessionStore(now: { Date() }))
            let calls = CashBabaRepositoryImpl(service: WebServiceHandler(api: api, storage: storage))
            _ = try await calls.cpqrcConfirm(
                transactionId: "T1", otp: "123456", smileImage: image, blinkImage: nil)
        }
        for await _ in gone {}
        #expect(try scan.count() == before)
        #expect(try service.bodies.allSatisfy { $0 > smile.count })
    }

    @Test("a cancelled payment and a refused picture leave no picture")
    func givenUp() async throws {
        let scratch = try Scratch()
        let scan = MemoryScan(for: smile.letters)
        do {
            let pictures = try FacePictures(
                smile: FileFaceCapture.take(try smile.write(to: scratch, "smile")),
                blink: WipedBuffer(Data(TestWallet.blink)))
            #expect(try scan.count() > Picture.repeats)
            pictures.wipe()
        }
        #expect(try scan.count() == 1)
        let text = try scratch.write(Array("GIF89a".utf8), "text")
        let good = try smile.write(to: scratch, "good")
        await #expect(throws: SDKError.self) {
            try await FileFaceCapture(smile: good, blink: text).capture(over: ScriptedPresenter())
        }
        #expect(try scan.count() == 1)
    }
}
