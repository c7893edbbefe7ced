public import JourneyBase
internal import Synchronization

/// A transport without a network: it passes each request to a service value, by origin.
public final class ServiceTransport: HTTPTransport {
    private let services: [Origin: any HTTPService]
    private let seen = Mutex<[HTTPRequest]>([])

    /// Creates a transport that reaches only `services`.
    public init(_ services: [Origin: any HTTPService]) { self.services = services }

    /// The requests so far, in order.
    public var requests: [HTTPRequest] { seen.withLock { $0 } }

    public func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try Task.checkCancellation()
        seen.withLock { $0.append(request) }
        guard let service = services[request.url.origin] else {
            throw JourneyError(.netUnreachable, "The test has no service for \(request.url.origin).").beforeSending()
        }
        return try await service.answer(request).collected(limit: options.bodyLimit)
    }
}

/// A service defined by a closure.
public struct ClosureService: HTTPService {
    private let answer: @Sendable (HTTPRequest) async -> HTTPResponse

    /// Creates a service that answers with `answer`.
    public init(_ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) { self.answer = answer }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse { await answer(request) }
}
