import JourneyBase
import JourneyCrypto
import Synchronization

/// Documents of a database that are served again and again: the database says which one holds, by its SHA-256, and is asked
/// for the bytes only when they are others than the last time. A client that has them costs no bytes at all.
final class DocumentCache: Sendable {
    private let documents = Mutex<[String: CachedDocument]>([:])

    /// The document called `name`, or 304 when the client has it; `nil` when there is none any more.
    ///
    /// `digest` is its SHA-256, `nil` where the database does not know it; `read` gives its bytes.
    func response(
        to request: HTTPRequest, name: String, digest: [UInt8]?, type: String?, cacheControl: String,
        read: () async throws -> [UInt8]?
    ) async throws -> HTTPResponse? {
        if let digest {
            if let unchanged = CachedDocument.unchanged(digest, for: request, cacheControl: cacheControl) {
                return unchanged
            }
            if let known = documents.withLock({ $0[name] }), known.digest == digest {
                return known.response(to: request, cacheControl: cacheControl)
            }
        }
        guard let bytes = try await read() else {
            documents.withLock { $0[name] = nil }
            return nil
        }
        // Named by what was read, which may be newer than what was asked for.
        let document = CachedDocument(bytes: bytes, type: type)
        documents.withLock { $0[name] = document }
        return document.response(to: request, cacheControl: cacheControl)
    }
}
