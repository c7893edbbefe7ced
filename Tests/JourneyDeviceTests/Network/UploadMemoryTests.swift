import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyDevice

/// Checks that a request leaves no copy of a body that must not remain in memory.
@Suite(
    "Upload body in memory", .serialized,
    .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"),
    .enabled(if: Nginx.isInstalled, Comment(rawValue: Nginx.missing)))
struct UploadMemoryTests {
    private static let repeats = 20_000
    private let letters = Secret.letters(61)

    /// Returns the letters repeatedly, in memory that is wiped.
    private func contents() -> WipedBuffer {
        WipedBuffer(capacity: Self.repeats * letters.count) { memory in
            for index in 0..<Self.repeats {
                letters.withBytes {
                    UnsafeMutableRawBufferPointer(rebasing: memory[(index * letters.count)...]).copyMemory(from: $0)
                }
            }
            return memory.count
        }
    }

    private func form(_ contents: WipedBuffer) -> MultipartBody {
        MultipartBody(
            [.text("TransactionId", "T1"), .file("Image", fileName: "a.png", contents: contents)],
            random: Dependencies.system.random)
    }

    /// Sends `form` to `path`; returns the response or the error's code, after the transport is gone.
    private func send(
        _ form: MultipartBody, to server: Nginx, _ path: String, timeout: Duration = .seconds(60)
    ) async throws -> String {
        let (gone, tell) = AsyncStream<Void>.makeStream()
        var said = ""
        do {
            let transport = CurlTransport(trust: try Loopback.trust(), userAgent: nil, ended: { tell.finish() })
            let url = try #require(HTTPSURL("https://\(Loopback.host):\(server.port)\(path)"))
            do {
                let response = try await transport.send(
                    .post(form, to: url), options: HTTPOptions(timeout: timeout, bodyLimit: 4_096))
                said = "\(response.status) " + String(decoding: response.body, as: UTF8.self)
            } catch let error as JourneyError {
                said = "\(error.code)"
            }
        }
        for await _ in gone {}
        return said
    }

    @Test(
        "the body is sent whole, with its length, over its own connection, and is wiped afterwards",
        arguments: [true, false])
    func sent(isHTTP2: Bool) async throws {
        let server = try Nginx(
            Loopback.setup.get().identity, isHTTP2: isHTTP2,
            settings: #"location = /send { return 200 "$server_protocol $content_length $request_length"; }"#)
        let scan = MemoryScan(for: letters)
        let contents = contents()
        let form = form(contents)
        let length = try #require(form.length)
        #expect(form.bytes == nil && length > contents.count)
        let said = try await send(form, to: server, "/send").split(separator: " ").map(String.init)
        #expect(said.count == 4 && Array(said.prefix(3)) == ["200", "HTTP/1.1", "\(length)"], "\(said)")
        #expect(try scan.count() == Self.repeats + 1)
        contents.wipe()
        #expect(try scan.count() == 1)
    }

    @Test("the body is wiped when the server disconnects or does not answer in time")
    func brokenOff() async throws {
        let server = try Nginx(
            Loopback.setup.get().identity,
            settings: """
                location = /close { return 444; }
                location = /late { limit_rate 1; return 200 "0123456789012345678901234567890123456789"; }
                """)
        let scan = MemoryScan(for: letters)
        for (path, timeout) in [("/close", Duration.seconds(60)), ("/late", .seconds(2))] {
            let contents = contents()
            _ = try await send(form(contents), to: server, path, timeout: timeout)
            contents.wipe()
            #expect(try scan.count() == 1, "\(path)")
        }
    }

    @Test("a body that was wiped before it is sent fails, and nothing of it is sent")
    func wipedBefore() async throws {
        let server = try Nginx(Loopback.setup.get().identity)
        let contents = contents()
        let form = form(contents)
        contents.wipe()
        #expect(try await send(form, to: server, "/version") == "VALIDATION_FAIL")
    }
}
