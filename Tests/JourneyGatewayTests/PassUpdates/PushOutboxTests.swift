import Foundation
import JourneyBase
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Push outbox", .timeLimit(.minutes(10)))
struct PushOutboxTests {
    @Test(
        "a change is pushed to each device once, however many of its passes changed",
        arguments: PassUpdateFixture.Store.available)
    func once(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store, devices: 3) { fixture, service, worker in
            await worker.round()
            #expect(service.tokens.isEmpty)
            try await fixture.change("b")
            _ = try await fixture.register("b", device: "device-0", pushToken: PushOutboxFixture.token(0))
            #expect(try await fixture.store.waitingPushes() == 1)
            try await fixture.change("a", "b")
            try await fixture.change("a")
            #expect(try await fixture.store.waitingPushes() == 3)
            await worker.round()
            await worker.round()
            #expect(service.tokens.sorted() == (0..<3).map(PushOutboxFixture.token))
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test("more devices than one batch are all pushed in one round")
    func many() async throws {
        var limits = PassUpdateLimits()
        limits.devicesOfPass = 1_000
        try await PassUpdateFixture.visit(limits: limits) { fixture in
            try await fixture.change("a")
            for index in 0..<450 {
                let token = Hex.encode([UInt8(index / 256), UInt8(index % 256)]) + String(repeating: "00", count: 30)
                _ = try await fixture.store.register(
                    fixture.key("a"), on: "device-\(index)", pushToken: token, now: fixture.milliseconds)
            }
            let service = PushOutboxFixture.Service()
            await (try PushOutboxFixture.worker(fixture, service)).round()
            #expect(Set(service.tokens).count == 450 && service.tokens.count == 450)
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test("a busy or slow pass type does not delay other types' pushes")
    func otherTypes() async throws {
        try await PassUpdateFixture.visit { fixture in
            let other = "pass.com.example.other"
            let origin = try #require(Origin(scheme: "https", host: "api.push.example", port: 443))
            let (slow, quick) = (PushOutboxFixture.Service(), PushOutboxFixture.Service())
            let (held, hold) = AsyncStream<Void>.makeStream()
            slow.respond { _ in
                for await _ in held { break }
                return HTTPResponse(status: 200)
            }
            let queues = [(PassUpdateFixture.type, slow), (other, quick)].map { type, service in
                PushQueue(type, to: origin, over: service, store: fixture.store, dependencies: fixture.dependencies)
            }
            for type in [PassUpdateFixture.type, other] {
                try await fixture.change("a", type: type)
                _ = try await fixture.store.register(
                    fixture.key("a", type: type), on: "device", pushToken: PushOutboxFixture.token(1),
                    now: fixture.milliseconds)
            }
            let worker = PushQueue.worker(queues, fixture.dependencies)
            worker.start()
            while slow.tokens.isEmpty || quick.tokens.isEmpty { await Task.yield() }
            try await fixture.change("a", type: other)
            while quick.tokens.count < 2, !Task.isCancelled {
                await Task.yield()
                fixture.pass(.seconds(2))
            }
            #expect(quick.tokens.count == 2 && slow.tokens.count == 1)
            hold.finish()
            await worker.stop()
        }
    }

    @Test("a change during its push is pushed afterwards", arguments: PassUpdateFixture.Store.available)
    func underWay(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store) { fixture, service, worker in
            let isFirst = Mutex(true)
            service.respond { _ in
                let first = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if first { try await fixture.change("a") }
                return HTTPResponse(status: 200)
            }
            try await fixture.change("a")
            await worker.round()
            #expect(service.tokens.count == 2)
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test("a device with too many requests backs off longer each time; others do not")
    func tooMany() async throws {
        try await PushOutboxFixture.visit(devices: 2) { fixture, service, worker in
            service.respond { token in
                token == PushOutboxFixture.token(0)
                    ? .json(["reason": "TooManyRequests"], status: 429) : HTTPResponse(status: 200)
            }
            try await fixture.change("a")
            await worker.round()
            #expect(service.tokens.sorted() == [PushOutboxFixture.token(0), PushOutboxFixture.token(1)])
            for (wait, tries) in [(29, 1), (2, 2), (58, 2), (3, 3)] {
                fixture.pass(.seconds(wait))
                await worker.round()
                #expect(service.tokens.count { $0 == PushOutboxFixture.token(0) } == tries, "after \(wait)")
            }
            // Changes meanwhile don't shorten the wait.
            try await fixture.change("a")
            await worker.round()
            #expect(service.tokens.count { $0 == PushOutboxFixture.token(0) } == 3)
        }
    }

    @Test("a device that is always rate-limited is given up after a number of tries")
    func givenUp() async throws {
        try await PushOutboxFixture.visit { fixture, service, worker in
            service.respond(429, "TooManyRequests")
            try await fixture.change("a")
            for _ in 0..<80 {
                await worker.round()
                fixture.pass(.seconds(3_700))
            }
            #expect(service.tokens.count == Int(PassUpdateStore.mostAttempts))
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test(
        "a service that asks for a pause gets it, then one push probes before the rest",
        arguments: PassUpdateFixture.Store.available)
    func rest(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store, devices: 5) { fixture, service, worker in
            service.respond(503, "ServiceUnavailable", headers: ["Retry-After": "30"])
            try await fixture.change("a")
            await worker.round()
            #expect(service.tokens.count == 5)
            fixture.pass(.seconds(29))
            await worker.round()
            #expect(service.tokens.count == 5)
            fixture.pass(.seconds(1))
            await worker.round()
            #expect(service.tokens.count == 6)
            service.respond { _ in HTTPResponse(status: 200) }
            fixture.pass(.seconds(30))
            await worker.round()
            #expect(service.tokens.count == 11)
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test(
        "an unreachable or refusing service loses no push and is not retried without pause",
        arguments: [ErrorCode.netUnreachable, .netTimeout, .tlsFail])
    func away(code: ErrorCode) async throws {
        try await PushOutboxFixture.visit(devices: 20) { fixture, service, worker in
            service.respond { _ in throw JourneyError(code, "No.") }
            try await fixture.change("a")
            for _ in 0..<3_600 {
                await worker.round()
                fixture.pass(.seconds(2))
            }
            // In two hours: all of them once, then one after each pause.
            #expect((20...60).contains(service.tokens.count))
            #expect(try await fixture.store.waitingPushes() == 20)
            #expect(fixture.log.text.contains(code == .tlsFail ? "rejects the gateway" : "at the moment"))
            service.respond { _ in HTTPResponse(status: 200) }
            fixture.pass(.seconds(300))
            await worker.round()
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test("a push that was not accepted for three days is dropped")
    func old() async throws {
        try await PushOutboxFixture.visit { fixture, service, worker in
            service.respond(500, "InternalServerError")
            try await fixture.change("a")
            await worker.round()
            fixture.pass(.seconds(3 * 86_400 - 1))
            #expect(try await fixture.store.prunePushes(now: fixture.milliseconds) == 0)
            fixture.pass(.seconds(2))
            #expect(try await fixture.store.prunePushes(now: fixture.milliseconds) == 1)
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test(
        "a push claimed by a gateway that died is sent once by another after a while",
        arguments: PassUpdateFixture.Store.available)
    func died(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store) { fixture, service, worker in
            try await fixture.change("a")
            let taken = try await fixture.store.take(
                PassUpdateFixture.type, most: 10, now: fixture.milliseconds,
                until: fixture.milliseconds + PushQueue.lease)
            #expect(taken.count == 1)
            await worker.round()
            #expect(service.tokens.isEmpty)
            fixture.pass(.milliseconds(PushQueue.lease))
            await worker.round()
            await worker.round()
            #expect(service.tokens.count == 1)
        }
    }

    @Test("two instances share the outbox, and no push is sent twice", arguments: PassUpdateFixture.Store.available)
    func shared(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store, devices: 60) { fixture, service, first in
            let second = try PushOutboxFixture.worker(fixture, service)
            try await fixture.change("a")
            async let one: Void = first.round()
            async let two: Void = second.round()
            _ = await (one, two)
            // A round that met the other may have left pushes it could not claim.
            await first.round()
            #expect(service.tokens.count == 60 && Set(service.tokens).count == 60)
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test("pushes are not repeated while the database is down, and the log gives the reason")
    func unsettled() async throws {
        try await PushOutboxFixture.visit { fixture, service, worker in
            service.respond { _ in
                fixture.database.close()
                return HTTPResponse(status: 200)
            }
            try await fixture.change("a")
            for _ in 0..<10 { await worker.round() }
            #expect(service.tokens.count == 1)
            #expect(fixture.log.text.contains("The push outbox could not be read"))
        }
    }

    @Test("the worker checks every two seconds and stops on request")
    func running() async throws {
        try await PushOutboxFixture.visit { fixture, service, worker in
            worker.start()
            try await fixture.change("a")
            while service.tokens.isEmpty {
                await Task.yield()
                fixture.pass(.seconds(2))
            }
            await worker.stop()
            try await fixture.change("a")
            fixture.pass(.seconds(60))
            #expect(service.tokens.count == 1)
        }
    }
}
