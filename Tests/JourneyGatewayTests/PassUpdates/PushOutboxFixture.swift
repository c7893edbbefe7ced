import Foundation
import JourneyBase
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyGateway

/// An outbox with devices, and the push service they are reached through.
enum PushOutboxFixture {
    /// A scripted push service.
    final class Service: HTTPTransport {
        let requests = Mutex<[String]>([])
        let answer = Mutex<@Sendable (String) async throws -> HTTPResponse>({ _ in HTTPResponse(status: 200) })

        var tokens: [String] { requests.withLock { $0 } }

        func respond(_ answer: @escaping @Sendable (String) async throws -> HTTPResponse) {
            self.answer.withLock { $0 = answer }
        }

        func respond(_ status: Int, _ reason: String, headers: HTTPFields = [:]) {
            respond { _ in .json(["reason": .string(reason)], status: status, headers: headers) }
        }

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            let token = String(request.url.path.split(separator: "/").last ?? "")
            requests.withLock { $0.append(token) }
            return try await answer.withLock { $0 }(token)
        }
    }

    static func token(_ index: Int) -> String { String(repeating: Hex.encode([UInt8(index)]), count: 32) }

    /// Runs `body` with a pass `a` on `devices` devices, already pushed to after their registration, and a queue.
    static func visit(
        keepingIn store: PassUpdateFixture.Store = .sqlite, devices: Int = 1,
        _ body: (PassUpdateFixture, Service, PeriodicWorker) async throws -> Void
    ) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a")
            for index in 0..<devices {
                _ = try await fixture.register("a", device: "device-\(index)", pushToken: token(index))
            }
            let service = Service()
            let worker = try worker(fixture, service)
            await worker.round()
            #expect(service.requests.withLock { Set($0).count } == devices)
            service.requests.withLock { $0 = [] }
            try await body(fixture, service, worker)
        }
    }

    static func worker(_ fixture: PassUpdateFixture, _ service: Service) throws -> PeriodicWorker {
        let origin = try #require(Origin(scheme: "https", host: "api.push.example", port: 443))
        let lane = PushQueue(
            PassUpdateFixture.type, to: origin, over: service, store: fixture.store, dependencies: fixture.dependencies)
        return PushQueue.worker([lane], fixture.dependencies)
    }
}
