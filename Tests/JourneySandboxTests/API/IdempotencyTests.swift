import JourneyBase
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Idempotency")
struct IdempotencyTests {
    @Test("twenty concurrent requests with one key make one transfer")
    func concurrent() async throws {
        let test = try await TestBank()
        let quote = try await test.quote(12_500)
        let answers = try await withThrowingTaskGroup(of: (Int, JSONValue).self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let answer = try await test.transfer(quote, key: "one")
                    return (answer.status, answer.body)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.0 == 201 })
        #expect(Set(answers.map(\.1)).count == 1)
        #expect(try await test.count("SELECT count(*) AS n FROM transfer") == 1)
        #expect(try await test.balance() == 232_500)
        #expect(try await test.booksBalance())
    }

    @Test("twenty keys for one quote make one transfer")
    func manyKeys() async throws {
        let test = try await TestBank()
        let quote = try await test.quote(12_500)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<20 { group.addTask { try await test.transfer(quote, key: "key-\(index)").status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 201 }.count == 1)
        #expect(try await test.balance() == 232_500)
    }

    @Test("a key used for another request is refused and moves no money")
    func reuse() async throws {
        let test = try await TestBank()
        let (first, second) = (try await test.quote(100), try await test.quote(200))
        #expect(try await test.transfer(first, key: "one").status == 201)
        let refused = try await test.transfer(second, key: "one")
        #expect(refused.status == 422)
        #expect(refused.body["code"] == "IDEMPOTENCY_KEY_REUSED")
        #expect(try await test.balance() == 244_900)
    }

    @Test("a refusal is stored like any response")
    func refusal() async throws {
        let test = try await TestBank()
        let unknown = try await test.transfer("quo_unknown", key: "one")
        let again = try await test.transfer("quo_unknown", key: "one")
        #expect(unknown.status == 404)
        #expect(again.status == 404)
        #expect(again.body == unknown.body)
        #expect(again.headers["Content-Type"] == "application/problem+json")
    }

    @Test(
        "a transfer without a usable key is refused",
        arguments: [nil, "", "a b", "é", String(repeating: "k", count: 256)])
    func badKeys(key: String?) async throws {
        let test = try await TestBank()
        let quote = try await test.quote(100)
        let answer = try await test.ask(.post, "/api/transfers", ["quoteId": .string(quote)], key: key)
        #expect(answer.status == 400)
        #expect(try await test.balance() == 245_000)
    }
}
