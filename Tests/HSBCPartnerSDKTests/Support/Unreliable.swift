import JourneyBase
import Synchronization

/// A network that loses the answers to some of the payment requests, counted from 1.
final class Unreliable: HTTPTransport {
    private let network: any HTTPTransport
    private let lost: Set<Int>
    private let count = Mutex(0)

    init(_ network: any HTTPTransport, losing lost: Set<Int>) { (self.network, self.lost) = (network, lost) }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let answer = try await network.send(request, options: options)
        guard request.method == .post, request.url.path.hasSuffix("/payments") else { return answer }
        let number = count.withLock { count in
            count += 1
            return count
        }
        guard lost.contains(number) else { return answer }
        var error = JourneyError(.netTimeout, "Lost.")
        error.requestFate = .unknown
        throw error
    }
}
