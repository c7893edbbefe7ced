import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Bank database in a file")
struct BankBooksTests {
    @Test("a reopened bank has its balances, and its keys get the same responses")
    func reopened() async throws {
        let path = NSTemporaryDirectory() + "bank-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        var quote = ""
        var first: JSONValue?
        do {
            let bank = try await Bank(.file(path))
            quote = try await newQuote(at: bank)
            first = try await body(of: bank.createTransfer(of: Bank.customer, quote: quote, key: "one").answer)
        }
        let bank = try await Bank(.file(path))
        let again = try await bank.createTransfer(of: Bank.customer, quote: quote, key: "one")
        #expect(again.isReplay)
        #expect(body(of: again.answer) == first)
        #expect(body(of: try await bank.account(of: Bank.customer))?["balance"]?.int64 == 244_900)
    }

    @Test("two banks over one file pay a quote once")
    func shared() async throws {
        let path = NSTemporaryDirectory() + "bank-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let banks = [try await Bank(.file(path)), try await Bank(.file(path))]
        let quote = try await newQuote(at: banks[0])
        let bodies = try await withThrowingTaskGroup(of: JSONValue?.self) { group in
            for index in 0..<10 {
                group.addTask {
                    body(
                        of: try await banks[index % 2].createTransfer(of: Bank.customer, quote: quote, key: "one")
                            .answer)
                }
            }
            return try await group.reduce(into: Set<JSONValue?>()) { $0.insert($1) }
        }
        #expect(bodies.count == 1)
        #expect(body(of: try await banks[1].account(of: Bank.customer))?["balance"]?.int64 == 244_900)
    }

    private func newQuote(at bank: Bank) async throws -> String {
        let payee = try await bank.checkPayee(
            of: Bank.customer, name: "Amelia Stone", sortCode: "040004", number: "12345678")
        let id = try #require(body(of: payee)?["payeeId"]?.string)
        let app = try TestApp()
        let run = AttestedRun(
            instance: app.instance, instanceKey: app.instanceKey.publicKey, journey: "money-transfer",
            partner: "partner", client: "client", session: [])
        let answer = try await bank.createQuote(
            of: Bank.customer, payee: id, amount: 100, currency: "GBP", for: run)
        let quote = try #require(body(of: answer))
        let name = try #require(quote["quoteId"]?.string)
        let approved = try await bank.approveQuote(
            name, of: Bank.customer, proof: try await app.proof(try #require(quote["approval"])), by: run)
        #expect(body(of: approved)?["status"] == "APPROVED")
        return name
    }
}

private func body(of answer: Bank.Answer) -> JSONValue? { try? answer.get().body }
