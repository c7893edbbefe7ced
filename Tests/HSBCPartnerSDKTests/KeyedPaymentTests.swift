import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

/// Payments under the keys of many banks: the same bytes each time, and one payment.
@Suite("Payments under a bank's own idempotency key", .timeLimit(.minutes(10)))
struct KeyedPaymentTests {
    @Test(
        "a repeat after the death of the process has the same bytes, although time and run are others",
        arguments: KeyStyle.keyed)
    func sameBytes(style: KeyStyle) async throws {
        let first = try KeyedFixture(style)
        let dead = try await first.die()
        #expect(try await first.requests().count == 1)
        let second = try await first.resuming()
        #expect(JourneyFixture.word(try await second.run()) == "completed")
        let sent = second.bank.sent
        #expect(sent.count == 2 && sent[0] == sent[1] && second.bank.payments == 1)
        #expect(sent[0].contains { $0.contains("2027-01-15T08:00:00Z") }, "\(sent)")
        dead.gate.open()
        _ = try await dead.task.value
        #expect(try await first.requests() == [], "requests outlive their run")
        #expect(first.bank.sent.count == 2)
    }

    @Test("a repeat within a run has the same bytes, whatever the bank answered first", arguments: KeyStyle.keyed)
    func repeats(style: KeyStyle) async throws {
        for fault in [
            KeyedBank.Fault.paidBut(HTTPResponse(status: 504)), .paidBut(.json([:], status: 409)),
            .answer(.json([:], status: 422, headers: ["Transient-Error": "true"])),
            .answer(HTTPResponse(status: 429)), .paidBut(HTTPResponse(status: 408)),
        ] {
            let world = try KeyedFixture(style)
            world.bank.inject(fault)
            #expect(JourneyFixture.word(try await world.run()) == "completed", "\(fault)")
            let sent = world.bank.sent
            #expect(sent.count == 2 && sent[0] == sent[1] && world.bank.payments == 1, "\(fault)")
            #expect(world.world.clock.naps.allSatisfy { $0 >= .seconds(1) }, "a bank's rest before a repeat")
        }
    }

    @Test(
        "a repeat gives the payment's current status, whether the bank answers it with 201 or 200",
        arguments: [KeyStyle.openBanking, .bare])
    func currentStatus(style: KeyStyle) async throws {
        for (isRepeated, wanted) in [(false, "P-1 PENDING"), (true, "P-1 BOOKED")] {
            let world = try KeyedFixture(style) { $0.with("out.reference", "result.reference + ' ' + result.state") }
            if isRepeated { world.bank.inject(.paidBut(HTTPResponse(status: 504))) }
            guard case .completed(let payload) = try await world.run() else {
                Issue.record("\(style) \(isRepeated)")
                continue
            }
            #expect(payload["reference"]?.string == wanted)
            #expect(world.bank.sent.count == (isRepeated ? 2 : 1) && world.bank.payments == 1)
        }
    }

    @Test("a lost answer is repeated with the same bytes", arguments: KeyStyle.keyed)
    func lost(style: KeyStyle) async throws {
        let world = try KeyedFixture(style)
        let flaky = Unreliable(try await world.transport(), losing: [1, 2])
        #expect(JourneyFixture.word(try await world.run(flaky)) == "completed")
        #expect(Set(world.bank.sent).count == 1 && world.bank.sent.count == 3 && world.bank.payments == 1)
    }

    @Test(
        "what the bank says of its key decides whether the run failed or is pending",
        arguments: [
            (422, "", false, "VALIDATION_FAIL"), (422, "", true, "pending"),
            (422, "PAYPAL_REQUEST_ID_PREVIOUSLY_USED", false, "pending"),
            (422, "INSTRUMENT_DECLINED", false, "VALIDATION_FAIL"), (400, "", false, "VALIDATION_FAIL"),
            (409, "", false, "pending"), (403, "", false, "AUTH_EXPIRED"), (403, "", true, "pending"),
        ] as [(Int, String, Bool, String)])
    func verdicts(status: Int, issue: String, afterLoss: Bool, wanted: String) async throws {
        let world = try KeyedFixture(.payPal)
        if afterLoss { world.bank.inject(.paidBut(HTTPResponse(status: 502))) }
        let answer = HTTPResponse.json(["details": [["issue": .string(issue)]]], status: status)
        world.bank.inject(.answer(answer), .answer(answer), .answer(answer), .answer(answer))
        #expect(JourneyFixture.word(try await world.run()) == wanted)
        #expect(Set(world.bank.sent).count == 1)
    }

    @Test("nothing is repeated once the bank may have forgotten the key: the run is pending")
    func window() async throws {
        let first = try KeyedFixture(.openBanking, window: 30_000)
        let dead = try await first.die()
        let second = try await first.resuming(after: 31)
        #expect(JourneyFixture.word(try await second.run()) == "pending")
        #expect(second.bank.sent.count == 1)
        dead.gate.open()
        _ = try await dead.task.value
    }

    @Test(
        "after the window, a status query decides a payment, and it is not sent again",
        arguments: [("BOOKED", "completed"), ("OPEN", "pending")])
    func windowWithQuery(state: String, wanted: String) async throws {
        let first = try KeyedFixture(.openBanking, window: 30_000) { $0.with("status", KeyStyle.status) }
        let dead = try await first.die()
        let second = try await first.resuming(after: 31)
        second.bank.answer(.json(["reference": "P-1", "state": .string(state)]))
        #expect(JourneyFixture.word(try await second.run()) == wanted)
        #expect(second.bank.sent.count == 1 && second.bank.payments == 1 && second.bank.reads > 0)
        dead.gate.open()
        _ = try await dead.task.value
    }

    @Test("within a run there is no repeat after the window either")
    func windowInRun() async throws {
        let world = try KeyedFixture(.openBanking, window: 900)
        world.bank.inject(.paidBut(HTTPResponse(status: 504)))
        #expect(JourneyFixture.word(try await world.run()) == "pending")
        #expect(world.bank.sent.count == 1)
    }

    @Test("a stored request that is gone, or is another one, is not repeated", arguments: [true, false])
    func damaged(isGone: Bool) async throws {
        let first = try KeyedFixture(.bare)
        let dead = try await first.die()
        let second = try await first.resuming()
        let name = try #require(try await first.requests().first)
        if isGone {
            try await first.world.store.remove(name)
        } else {
            let bytes = try #require(try await first.world.store.load(name))
            let changed = String(decoding: bytes, as: UTF8.self).replacing("X-Channel", with: "X-Chanel1")
            try await first.world.store.save(Array(changed.utf8), for: name)
        }
        #expect(JourneyFixture.word(try await second.run()) == "pending")
        #expect(second.bank.sent.count == 1)
        dead.gate.open()
        _ = try await dead.task.value
    }

    @Test("a stored request has no token, and every member of it is needed")
    func stored() async throws {
        let world = try KeyedFixture(.quoted)
        let dead = try await world.die()
        let name = try #require(try await world.requests().first)
        let bytes = try #require(try await world.world.store.load(name))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("token-1") && !text.contains("Authorization") && !text.contains("traceparent"))
        let call = try #require(StoredCall(bytes))
        #expect(call.bytes == bytes && call.query == nil)
        #expect(call.call.map(KeyedBank.bytes) == world.bank.sent.first)
        let json = try JSONReader.read(bytes)
        for member in ["method", "url", "headers", "body"] {
            #expect(StoredCall(json.with("call.\(member)", nil).compactBytes) == nil)
            #expect(StoredCall(json.with("call.\(member)", "?").compactBytes) == nil)
        }
        #expect(StoredCall(Array("[]".utf8)) == nil)
        dead.gate.open()
        _ = try await dead.task.value
    }

    @Test("a call whose expression has no value stores nothing and sends nothing")
    func refused() async throws {
        let world = try KeyedFixture(.bare) { $0.with("in.body", "{'amount': payload.amount}") }
        #expect(JourneyFixture.word(try await world.run()) == "VALIDATION_FAIL")
        #expect(world.bank.sent.isEmpty)
        #expect(try await world.requests() == [])
    }

    @Test("an unknown call that moves money ends the run pending, even in a step that reports completion")
    func unknownMoney() async throws {
        for movesMoney in [true, false] {
            let world = try KeyedFixture(.bare) { $0.with("call.movesMoney", .bool(movesMoney)) }
            var changed = world
            let steps = try #require(world.world.manifest["steps"])
            changed.world.manifest = world.world.manifest.with(
                "steps", steps.with("pay.on.unpaid", ["to": "done"]).with("done.result.reference", "'none'"))
            let lost = HTTPResponse(status: 504)
            changed.bank.inject(.paidBut(lost), .paidBut(lost), .paidBut(lost))
            #expect(JourneyFixture.word(try await changed.run()) == (movesMoney ? "pending" : "completed"))
        }
    }
}
