import Foundation

extension RawClient {
    /// Returns the next chunk of a chunked body, after its head was read; empty for the last. Throws if the server closes or
    /// sends an invalid chunk.
    func chunk() throws -> String {
        while true {
            if let end = buffered.firstRange(of: Array("\r\n".utf8)) {
                let line = String(decoding: buffered[..<end.lowerBound], as: UTF8.self)
                guard let count = Int(line, radix: 16) else { throw Failure(what: "no chunk: \(line)") }
                let whole = end.upperBound + count + 2
                if buffered.count >= whole {
                    let data = String(decoding: buffered[end.upperBound..<(whole - 2)], as: UTF8.self)
                    buffered.removeSubrange(..<whole)
                    return data
                }
            }
            guard try more() else { throw Failure(what: "closed") }
        }
    }

    /// Returns all chunks up to the last, joined.
    func chunks() throws -> String {
        var whole = ""
        while true {
            let data = try chunk()
            if data.isEmpty { return whole }
            whole += data
        }
    }
}

/// A client that a test drives call by call. Unchecked: calls must not overlap, and each is awaited before the next.
final class Caller: @unchecked Sendable {
    private var client: RawClient?

    init(_ test: TestServer) async throws {
        let (port, authority) = (test.port, test.authorityPEM)
        try await blocking { self.client = try RawClient(port: port, authority: authority) }
    }

    func run<R: Sendable>(_ body: @escaping @Sendable (RawClient) throws -> R) async throws -> R {
        try await blocking {
            guard let client = self.client else { throw RawClient.Failure(what: "closed") }
            return try body(client)
        }
    }

    /// Closes the connection.
    func close() { client = nil }
}
