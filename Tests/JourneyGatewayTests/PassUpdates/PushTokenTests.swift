import Foundation
import JourneyBase
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Push tokens rejected by the push service", .timeLimit(.minutes(10)))
struct PushTokenTests {
    @Test("an unregistered token removes its device's registrations only", arguments: [410, 400])
    func gone(status: Int) async throws {
        try await PushOutboxFixture.visit(devices: 2) { fixture, service, worker in
            service.respond { token in
                token == PushOutboxFixture.token(0)
                    ? .json(["reason": .string(status == 410 ? "Unregistered" : "BadDeviceToken")], status: status)
                    : HTTPResponse(status: 200)
            }
            try await fixture.change("a")
            await worker.round()
            #expect(try await fixture.list(device: "device-0") == nil)
            #expect(try await fixture.list(device: "device-1")?.serials == ["a"])
            try await fixture.change("a")
            await worker.round()
            #expect(service.tokens.filter { $0 == PushOutboxFixture.token(0) }.count == 1)
        }
    }

    @Test(
        "a token that the device registered again afterwards is kept", arguments: PassUpdateFixture.Store.available)
    func saidAgain(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store) { fixture, service, worker in
            let before = fixture.milliseconds - 1
            service.respond { _ in
                .json(["reason": "Unregistered", "timestamp": .number(JSONNumber(before))], status: 410)
            }
            try await fixture.change("a")
            await worker.round()
            #expect(try await fixture.list(device: "device-0")?.serials == ["a"])
            // Its push isn't lost: the service's information is outdated, and the push is sent again.
            for _ in 0..<20 {
                fixture.pass(.seconds(1))
                await worker.round()
            }
            #expect(service.tokens == [PushOutboxFixture.token(0)])
            service.respond { _ in HTTPResponse(status: 200) }
            fixture.pass(.seconds(10))
            await worker.round()
            #expect(service.tokens == [PushOutboxFixture.token(0), PushOutboxFixture.token(0)])
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test("a token that the service never accepts is tried a limited number of times")
    func neverKnown() async throws {
        try await PushOutboxFixture.visit { fixture, service, worker in
            let before = fixture.milliseconds - 1
            service.respond { _ in
                .json(["reason": "Unregistered", "timestamp": .number(JSONNumber(before))], status: 410)
            }
            try await fixture.change("a")
            for _ in 0..<80 {
                await worker.round()
                fixture.pass(.seconds(3_700))
            }
            #expect(service.tokens.count == Int(PassUpdateStore.mostAttempts))
            #expect(try await fixture.store.waitingPushes() == 0)
            #expect(try await fixture.list(device: "device-0")?.serials == ["a"])
        }
    }

    @Test(
        "a registration causes one push, because the pass may have changed on its way",
        arguments: PassUpdateFixture.Store.available)
    func onItsWay(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store, devices: 0) { fixture, service, worker in
            try await fixture.change("a")
            #expect(
                try await fixture.register("a", device: "device-0", pushToken: PushOutboxFixture.token(0)).status == 201
            )
            await worker.round()
            #expect(service.tokens == [PushOutboxFixture.token(0)])
            // It was already registered, so nothing is new.
            #expect(
                try await fixture.register("a", device: "device-0", pushToken: PushOutboxFixture.token(0)).status == 200
            )
            await worker.round()
            #expect(service.tokens.count == 1)
        }
    }

    @Test(
        "a registration during a push to its device causes another push",
        arguments: PassUpdateFixture.Store.available)
    func registeredUnderWay(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store) { fixture, service, worker in
            try await fixture.change("b")
            fixture.pass(.seconds(60))
            let isFirst = Mutex(true)
            service.respond { token in
                let first = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                // The device polled before this registration existed.
                if first { _ = try await fixture.register("b", device: "device-0", pushToken: token) }
                return HTTPResponse(status: 200)
            }
            try await fixture.change("a")
            await worker.round()
            #expect(service.tokens.count == 2)
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }

    @Test(
        "a device that renews its token during a rejection keeps its passes and is pushed there",
        arguments: PassUpdateFixture.Store.available)
    func renewed(store: PassUpdateFixture.Store) async throws {
        try await PushOutboxFixture.visit(keepingIn: store) { fixture, service, worker in
            service.respond { token in
                guard token == PushOutboxFixture.token(0) else { return HTTPResponse(status: 200) }
                _ = try await fixture.register("a", device: "device-0", pushToken: PushOutboxFixture.token(9))
                return .json(["reason": "Unregistered"], status: 410)
            }
            try await fixture.change("a")
            await worker.round()
            #expect(service.tokens == [PushOutboxFixture.token(0), PushOutboxFixture.token(9)])
            #expect(try await fixture.list(device: "device-0")?.serials == ["a"])
            #expect(try await fixture.store.waitingPushes() == 0)
        }
    }
}
