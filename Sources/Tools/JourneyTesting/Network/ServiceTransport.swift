public import JourneyBase
internal import Synchronization

/// The network without a network: each request goes straight to a service value, by its origin.
public final class ServiceTransport: HTTPTransport {
    private let services: [Origin: any HTTPService]
    private let seen = Mutex<[HTTPRequest]>([])

    /// A transport that reaches `services` and nothing else.
    public init(_ services: [Origin: any HTTPService]) { self.services = services }

    /// The requests so far, in order.
    public var requests: [HTTPRequest] { seen.withLock { $0 } }

    public func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try Task.checkCancellation()
        seen.withLock { $0.append(request) }
        guard let service = services[request.url.origin] else {
            throw JourneyError(.netUnreachable, "No service stands at \(request.url.origin).").beforeSending()
        }
        return try await service.answer(request).collected(limit: options.bodyLimit)
    }
}

/// A service that is a closure.
public struct ClosureService: HTTPService {
    private let answer: @Sendable (HTTPRequest) async -> HTTPResponse

    public init(_ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) { self.answer = answer }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse { await answer(request) }
}
