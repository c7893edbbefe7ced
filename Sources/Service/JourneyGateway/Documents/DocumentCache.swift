import JourneyBase
import JourneyCrypto
import Synchronization

/// Caches documents that are stored in a database. The database names the current one by its SHA-256, and its bytes are read only
/// after a change. A client that has them transfers nothing.
final class DocumentCache: Sendable {
    private let documents = Mutex<[String: CachedDocument]>([:])

    /// Returns the document `name`, 304 if the client has it, or `nil` if it no longer exists.
    ///
    /// `digest` is the current SHA-256, `nil` if the database doesn't store it; `read` reads the bytes.
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
        // The digest of what was read, which may be newer than `digest`.
        let document = CachedDocument(bytes: bytes, type: type)
        documents.withLock { $0[name] = document }
        return document.response(to: request, cacheControl: cacheControl)
    }
}
