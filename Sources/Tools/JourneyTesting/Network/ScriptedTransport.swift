package import JourneyBase
internal import Synchronization

/// A transport that answers from a script. Each request takes the next step; the last one repeats.
package final class ScriptedTransport: HTTPTransport {
    package enum Step: Sendable {
        case response(HTTPResponse)
        case failure(JourneyError)
        /// Never answers. The caller's deadline or cancellation must end the request.
        case silence
    }

    private struct State {
        var steps: [Step]
        var requests: [HTTPRequest] = []
    }

    private let state: Mutex<State>

    package init(_ steps: [Step]) { state = Mutex(State(steps: steps)) }

    /// The requests so far, in order. Streamed bodies are collected.
    package var requests: [HTTPRequest] { state.withLock(\.requests) }

    package func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        var whole = request
        if let stream = request.stream {
            whole.body = try await stream.collected(limit: .max)
            whole.stream = nil
        }
        let step = state.withLock { [whole] state -> Step? in
            state.requests.append(whole)
            return state.steps.count > 1 ? state.steps.removeFirst() : state.steps.first
        }
        switch step {
        case .response(let response): return response
        case .failure(let error): throw error
        case .silence:
            while true { try await Task.sleep(for: .seconds(3_600)) }
        case nil: throw JourneyError(.netUnreachable, "The transport's script is empty.")
        }
    }
}
