import JourneyBase
import JourneyTesting
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Settling payments with a lost outcome")
struct SettlementTests {
    private func settle(_ test: TestBank, _ key: String) async throws -> JSONValue {
        let answer = try await test.ask(.post, "/api/settlements", ["key": .string(key)])
        #expect(answer.status == 200)
        return answer.body
    }

    @Test("a completed payment is returned with its response at each inquiry")
    func done() async throws {
        let test = try await TestBank()
        let paid = try await test.transfer(test.quote(100), key: "key-1")
        for _ in 0..<2 {
            let said = try await settle(test, "key-1")
            #expect(said["state"] == "done" && said["body"] == paid.body)
        }
        #expect(try await test.booksBalance())
    }

    @Test("an unknown payment is withdrawn: a later request under that key pays nothing")
    func withdrawn() async throws {
        let test = try await TestBank()
        let quote = try await test.quote(100)
        #expect(try await settle(test, "key-1") == ["state": "withdrawn"])
        for _ in 0..<2 {
            let late = try await test.transfer(quote, key: "key-1")
            #expect(late.status == 422 && late.body["code"] == "KEY_WITHDRAWN")
        }
        #expect(try await settle(test, "key-1") == ["state": "withdrawn"])
        #expect(try await test.bank.records().isEmpty)
        #expect(try await test.transfer(quote, key: "key-2").status == 201, "the wish itself is free")
    }

    @Test("another customer's key reveals nothing and is not withdrawn")
    func strangersKey() async throws {
        let test = try await TestBank()
        _ = try await test.transfer(test.quote(100), key: "key-1")
        guard case .success((_, let body)) = try await test.bank.settle(of: "somebody-else", key: "key-1") else {
            Issue.record("no answer")
            return
        }
        #expect(body == ["state": "unknown"])
        #expect(try await settle(test, "key-1")["state"] == "done")
    }

    @Test("a refused payment is not done and stays refused")
    func refused() async throws {
        let test = try await TestBank()
        #expect(try await test.transfer("quo_none", key: "key-1").status == 404)
        #expect(try await settle(test, "key-1") == ["state": "withdrawn"])
        #expect(try await test.transfer("quo_none", key: "key-1").status == 404)
    }

    @Test("a concurrent payment and inquiry agree on one outcome")
    func race() async throws {
        for round in 0..<20 {
            let test = try await TestBank()
            let quote = try await test.quote(100)
            async let paid = test.transfer(quote, key: "key-\(round)")
            async let said = settle(test, "key-\(round)")
            let (status, state) = (try await paid.status, try await said["state"])
            #expect((status == 201) == (state == "done"))
            #expect(try await test.bank.records().count == (state == "done" ? 1 : 0))
        }
    }

    @Test("an inquiry without token or key is refused")
    func strangers() async throws {
        let test = try await TestBank()
        #expect(try await test.ask(.post, "/api/settlements", ["key": "key-1"], token: "other").status == 401)
        for body in [[:], ["key": ""], ["key": "a b"], ["key": 1], ["key": "a", "more": 1]] as [JSONValue] {
            #expect(try await test.ask(.post, "/api/settlements", body).status == 422)
        }
    }
}
