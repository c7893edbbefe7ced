import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyGateway

@Suite("Document cache")
struct DocumentCacheTests {
    private let cache = DocumentCache()

    /// Returns the response, and how often the bytes were read for it.
    private func ask(
        _ bytes: [UInt8]?, digest: [UInt8]?, has tag: String? = nil
    ) async throws -> (response: HTTPResponse?, reads: Int) {
        var reads = 0
        var request = HTTPRequest(url: try #require(HTTPSURL("https://gateway.localhost/")))
        request.headers["If-None-Match"] = tag
        let response = try await cache.response(
            to: request, name: "n", digest: digest, type: "application/json", cacheControl: "no-cache"
        ) {
            reads += 1
            return bytes
        }
        return (response, reads)
    }

    @Test("bytes are read once for each change, and never for a client that has them")
    func once() async throws {
        let (old, new) = (Array("old".utf8), Array("new".utf8))
        let first = try await ask(old, digest: SHA256.hash(old))
        #expect(first.response?.body == old && first.reads == 1)
        let tag = try #require(first.response?.headers["ETag"])
        let second = try await ask(old, digest: SHA256.hash(old))
        #expect(second.response?.body == old && second.response?.headers["ETag"] == tag && second.reads == 0)
        let unchanged = try await ask(old, digest: SHA256.hash(old), has: tag)
        #expect(unchanged.response?.status == 304 && unchanged.reads == 0)
        // Another gateway has published: the cached document is no longer served.
        let changed = try await ask(new, digest: SHA256.hash(new), has: tag)
        #expect(changed.response?.status == 200 && changed.response?.body == new && changed.reads == 1)
        let fresh = try await ask(nil, digest: SHA256.hash(new), has: changed.response?.headers["ETag"])
        #expect(fresh.response?.status == 304 && fresh.reads == 0)
    }

    @Test("a document published between two requests has its own hash, and a removed one is forgotten")
    func race() async throws {
        let (asked, read) = (Array("asked".utf8), Array("read".utf8))
        let answer = try await ask(read, digest: SHA256.hash(asked))
        #expect(answer.response?.headers["ETag"] == "\"\(Base64URL.encode(SHA256.hash(read)))\"")
        #expect(try await ask(asked, digest: SHA256.hash(asked)).response?.body == asked)
        #expect(try await ask(nil, digest: SHA256.hash(read)).response == nil)
        #expect(try await ask(asked, digest: SHA256.hash(asked)).reads == 1)
        // A document published by an earlier version has no digest yet.
        #expect(try await ask(asked, digest: nil).reads == 1)
    }
}
