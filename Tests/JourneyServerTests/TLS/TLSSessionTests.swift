import COpenSSL
import Glibc
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyServer

/// One TLS connection, against OpenSSL's client in this process.
@Suite("A TLS session")
struct TLSSessionTests {
    private let fixture: TLSFixture

    init() throws { fixture = try TLSFixture() }

    @Test(
        "both versions shake hands, pass bytes both ways and end well", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func exchange(version: Int32) throws {
        var settings = TLSClient.Settings()
        settings.authorities = [fixture.root.certificate]
        (settings.oldest, settings.newest) = (version, version)
        let pair = try TLSPair(fixture.server(), settings)
        #expect(pair.shakeHands() == .done)
        #expect(pair.session.version == (version == TLS1_2_VERSION ? "TLSv1.2" : "TLSv1.3"))
        #expect(pair.session.agreedProtocol == nil && pair.session.peerCertificate == nil)
        #expect(pair.read() == (.wouldBlock, ""))
        #expect(!pair.session.waitsForWrite)
        #expect(pair.client.write("question"))
        #expect(pair.read() == (.bytes(8), "question"))
        #expect(pair.write("answer") == .bytes(6))
        #expect(pair.client.read() == "answer")
        SSL_shutdown(pair.client.raw)
        #expect(pair.read() == (.ended, ""))
        pair.session.close()
        #expect(pair.client.read() == nil && pair.client.failure == "close_notify")
    }

    @Test("buffered bytes of a record are read without waiting")
    func buffered() throws {
        let pair = try TLSPair(fixture.server())
        pair.shakeHands()
        #expect(!pair.session.hasBuffered)
        pair.client.write("one two")
        #expect(pair.read(3) == (.bytes(3), "one"))
        #expect(pair.session.hasBuffered)
        #expect(pair.read(20) == (.bytes(4), " two"))
        #expect(!pair.session.hasBuffered)
    }

    @Test("a truncated connection is distinguished from a closed one", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func truncation(version: Int32) throws {
        var settings = TLSClient.Settings()
        settings.newest = version
        let pair = try TLSPair(fixture.server(), settings)
        pair.shakeHands()
        // A socket closed with unread data sends a reset.
        #expect(pair.client.read() == nil)
        pair.client.write("half of")
        pair.cutOff()
        #expect(pair.read() == (.bytes(7), "half of"))
        #expect(pair.read() == (.failed, ""))
        #expect(pair.session.failure == "the client closed the connection without a close_notify")
        #expect(pair.read() == (.failed, "") && pair.write("more") == .failed)
        pair.session.close()
    }

    @Test("a reset connection fails with the system's reason")
    func reset() throws {
        let pair = try TLSPair(fixture.server())
        pair.shakeHands()
        pair.cutOff()
        #expect(pair.read() == (.failed, ""))
        #expect(pair.session.failure == "read failed: Connection reset by peer")
    }

    @Test("a client that leaves during the handshake has closed the connection", arguments: [0, 1])
    func leaving(steps: Int) throws {
        let pair = try TLSPair(fixture.server())
        for _ in 0..<steps {
            pair.client.shakeHands()
            #expect(pair.session.shakeHands() == .needsRead)
        }
        pair.cutOff()
        #expect(pair.session.shakeHands() == .closed)
        pair.session.close()
    }

    @Test("a client that does not use TLS is refused with a reason")
    func plain() throws {
        let (mine, theirs) = try TLSPair.sockets()
        defer { for socket in [mine, theirs] { close(socket) } }
        let session = try #require(fixture.server().session(on: mine))
        let text = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        #expect(send(theirs, text, text.utf8.count, 0) == text.utf8.count)
        #expect(session.shakeHands() == .failed("http request"))
        #expect(session.shakeHands() == .failed("http request"))
    }

    @Test("a client may update its keys, but not without sending data", arguments: [(32, true), (33, false)])
    func keyUpdates(count: Int, isServed: Bool) throws {
        let pair = try TLSPair(fixture.server())
        pair.shakeHands()
        for round in 0..<3 where isServed || round == 0 {
            for _ in 0..<count {
                #expect(SSL_key_update(pair.client.raw, SSL_KEY_UPDATE_REQUESTED) == 1)
                #expect(SSL_do_handshake(pair.client.raw) == 1)
            }
            pair.client.write("question")
            #expect(pair.read() == (isServed ? (.bytes(8), "question") : (.failed, "")))
            guard isServed else { break }
            #expect(pair.write("answer") == .bytes(6))
            #expect(pair.client.read() == "answer")
        }
        #expect(pair.session.failure == (isServed ? nil : "the client sends records without data"))
    }

    @Test("occasional key updates are allowed without limit")
    func keyUpdate() throws {
        let pair = try TLSPair(fixture.server())
        pair.shakeHands()
        for _ in 0..<100 {
            #expect(SSL_key_update(pair.client.raw, SSL_KEY_UPDATE_REQUESTED) == 1)
            pair.client.write("question")
            #expect(pair.read() == (.bytes(8), "question"))
        }
        #expect(pair.read() == (.wouldBlock, ""))
    }

    @Test("a client that does not read pauses the writes, which resume at the same byte")
    func backPressure() throws {
        let pair = try TLSPair(fixture.server())
        pair.shakeHands()
        let bytes = [UInt8](unsafeUninitializedCapacity: 2 << 20) { memory, count in
            for index in 0..<2 << 20 { memory[index] = UInt8(ascii: "a") + UInt8(index % 23) }
            count = 2 << 20
        }
        var (sent, received, blocked) = (0, "", 0)
        while sent < bytes.count {
            // At another address each time, like a reallocated buffer.
            let copy = Array(bytes[sent...])
            switch copy.withUnsafeBytes({ pair.session.write($0) }) {
            case .bytes(let count): sent += count
            case .wouldBlock:
                blocked += 1
                #expect(pair.session.waitsForWrite)
                while let text = pair.client.read() { received += text }
            case let other:
                Issue.record("\(other)")
                return
            }
        }
        while let text = pair.client.read() { received += text }
        #expect(blocked > 0)
        #expect(Array(received.utf8) == bytes)
    }

    @Test(
        "the application protocol is chosen in the server's order",
        arguments: [
            (["h2", "http/1.1"], ["http/1.1", "h2"], "h2"), (["http/1.1"], ["h2", "http/1.1"], "http/1.1"),
            (["h2", "http/1.1"], ["h3", "http/1.1"], "http/1.1"), (["h2"], ["h3", "http/1.0"], nil),
            (["h2"], ["h", "h22"], nil), (["h2"], [], nil), ([], ["h2"], nil),
        ])
    func alpn(server: [String], client: [String], agreed: String?) throws {
        var settings = TLSClient.Settings()
        settings.protocols = client
        let pair = try TLSPair(fixture.server(protocols: server), settings)
        #expect(pair.shakeHands() == .done)
        #expect(pair.session.agreedProtocol == agreed && pair.client.agreedProtocol == agreed)
    }
}
