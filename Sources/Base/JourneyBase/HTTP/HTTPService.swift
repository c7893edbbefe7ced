internal import Synchronization

/// A service as a value: a request in, a response out. `JourneyServer` puts one on a socket; tests call it directly.
public protocol HTTPService: Sendable {
    /// Answers `request`. Failures are responses too, with their status.
    func handle(_ request: HTTPRequest) async -> HTTPResponse

    /// Returns the way in which the service receives the body of a request, given its head. Called before the body is read.
    func bodyRule(for head: HTTPRequest) -> HTTPBodyRule

    /// Returns the name of the route for logs, given a request's head.
    ///
    /// The name is the same for all requests to one route, such as `/journeys/{id}/manifest.json`, and holds nothing of the
    /// request.
    func routeName(for head: HTTPRequest) -> String?
}

extension HTTPService {
    /// Collects every body before the request is handled.
    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { .whole() }

    /// Returns no name.
    public func routeName(for head: HTTPRequest) -> String? { nil }
}

/// The way in which a service receives a request's body.
public enum HTTPBodyRule: Hashable, Sendable {
    /// In `body`, collected first; at most `limit` bytes, or the server's limit.
    case whole(limit: Int? = nil)
    /// In `stream`, while it arrives; at most `limit` bytes. The server's own limit doesn't apply.
    case streamed(limit: Int)
}

extension HTTPService {
    /// Answers `request` as a server would, with the service's body rule applied.
    ///
    /// A body that is too long gets 413; a streamed one ends with an error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The server's own body limit, in bytes.
    /// - Returns: The response.
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
    /// Returns the same body, which throws `RESPONSE_TOO_LARGE` when it exceeds `limit`.
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
