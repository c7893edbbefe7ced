internal import Synchronization

/// A service is a value first: a request in, a response out. `JourneyServer` puts one on a socket; tests call it as it is.
public protocol HTTPService: Sendable {
    /// Answers `request`. What cannot be answered is a response too, with its status.
    func handle(_ request: HTTPRequest) async -> HTTPResponse

    /// How the body of a request is handed over whose head is `head`; asked before the body is read.
    func bodyRule(for head: HTTPRequest) -> HTTPBodyRule

    /// What logs call the request whose head is `head`: a name that is the same for all that go to one place, such as
    /// `/journeys/{id}/manifest.json`, and holds nothing of the request itself.
    func routeName(for head: HTTPRequest) -> String?
}

extension HTTPService {
    /// Every body is collected first.
    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { .whole() }

    /// No name.
    public func routeName(for head: HTTPRequest) -> String? { nil }
}

/// How a service takes a request's body.
public enum HTTPBodyRule: Hashable, Sendable {
    /// In `body`, collected before the service is asked; at most `limit` bytes, or as many as the server allows.
    case whole(limit: Int? = nil)
    /// In `stream`, while it arrives; at most `limit` bytes. The server's own limit for bodies does not count.
    case streamed(limit: Int)
}

extension HTTPService {
    /// Answers `request` as a server would: its body is handed over as the service takes it, and one that is too long is
    /// answered 413, or breaks off where it is streamed. `limit` stands for the server's own.
    public func answer(_ request: HTTPRequest, bodyLimit limit: Int = 256 * 1024) async -> HTTPResponse {
        var request = request
        switch bodyRule(for: request) {
        case .whole(let own):
            let most = min(own ?? limit, limit)
            if let stream = request.stream {
                guard let whole = try? await stream.collected(limit: most) else { return HTTPResponse(status: 413) }
                request.body = whole
                request.stream = nil
            }
            guard request.body.count <= most else { return HTTPResponse(status: 413) }
        case .streamed(let most):
            guard request.body.count <= most else { return HTTPResponse(status: 413) }
            request.stream = (request.stream ?? HTTPBodyStream(request.body)).limited(to: most)
            request.body = []
        }
        return await handle(request)
    }
}

extension HTTPBodyStream {
    /// The same body, which breaks off with `RESPONSE_TOO_LARGE` when it gets longer than `limit`.
    func limited(to limit: Int) -> HTTPBodyStream {
        let left = Mutex(limit)
        return HTTPBodyStream(
            next: {
                var iterator = makeAsyncIterator()
                guard let piece = try await iterator.next() else { return nil }
                let isWithin = left.withLock { left in
                    left -= piece.count
                    return left >= 0
                }
                guard isWithin else {
                    cancel()
                    throw JourneyError(.responseTooLarge, "The body is longer than \(limit) bytes.")
                }
                return piece
            }, onCancel: { cancel() })
    }
}
