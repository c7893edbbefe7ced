import JourneyBase
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Faults")
struct SandboxFaultsTests {
    @Test("a lost response can be requested again, and the money moves once")
    func answerLost() async throws {
        let test = try await TestBank()
        let quote = try await test.quote(12_500)
        test.faults.inject(.answerLost, into: "createTransfer")
        let request = HTTPRequest(
            method: .post, url: try #require(HTTPSURL("https://bank.localhost/api/transfers")),
            headers: [
                "Authorization": "Bearer \(TestBank.token)", "Content-Type": "application/json",
                "X-Idempotency-Key": "one",
            ], body: JSONValue.object(["quoteId": .string(quote)]).compactBytes)
        #expect(await test.service.handle(request).isWithheld)
        #expect(try await test.balance() == 232_500)
        #expect(await test.service.handle(request).status == 201)
        #expect(try await test.balance() == 232_500)
        #expect(try await test.count("SELECT count(*) AS n FROM transfer") == 1)
    }

    @Test("faults apply in order, in number, and to their operation only")
    func order() async throws {
        let test = try await TestBank()
        test.faults.inject(.status(500), into: "getAccount", times: 2)
        test.faults.inject(.rateLimited(retryAfter: 3), into: "getAccount")
        #expect(try await test.ask(.post, "/api/payees/check", TestBank.amelia).status == 200)
        #expect(try await test.ask(.get, "/api/accounts/current").status == 500)
        #expect(try await test.ask(.get, "/api/accounts/current").status == 500)
        let limited = try await test.ask(.get, "/api/accounts/current")
        #expect(limited.status == 429)
        #expect(limited.headers["Retry-After"] == "3")
        #expect(try await test.ask(.get, "/api/accounts/current").status == 200)
    }
}
