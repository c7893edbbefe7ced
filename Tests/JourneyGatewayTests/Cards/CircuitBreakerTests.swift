import Testing

@testable import JourneyGateway

@Suite("A circuit breaker")
struct CircuitBreakerTests {
    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker(threshold: 3, rest: .seconds(10))
        for second in 0..<3 { breaker.record(isFailure: true, at: .seconds(second)) }
        return breaker
    }

    @Test("failures in a row open it for a rest; one success in between and it stays closed")
    func opens() {
        var breaker = CircuitBreaker(threshold: 3, rest: .seconds(10))
        for isFailure in [true, true, false, true, true] { breaker.record(isFailure: isFailure, at: .zero) }
        #expect(breaker.wait(at: .zero) == nil && !breaker.isOpen)
        breaker.record(isFailure: true, at: .seconds(2))
        #expect(breaker.isOpen)
        #expect(breaker.wait(at: .seconds(2)) == .seconds(10))
        #expect(breaker.wait(at: .seconds(11)) == .seconds(1))
    }

    @Test("after the rest one request is a probe, and the others wait for it")
    func probe() {
        var breaker = opened()
        #expect(breaker.wait(at: .seconds(12)) == nil)
        #expect(breaker.wait(at: .seconds(13)) == .seconds(9))
        breaker.record(isFailure: false, at: .seconds(14))
        #expect(breaker.wait(at: .seconds(14)) == nil && !breaker.isOpen)
    }

    @Test("a probe that fails opens it for another rest; one that is never heard of counts for nothing after a rest")
    func failedProbe() {
        var breaker = opened()
        #expect(breaker.wait(at: .seconds(12)) == nil)
        breaker.record(isFailure: true, at: .seconds(13))
        #expect(breaker.wait(at: .seconds(22)) == .seconds(1))
        #expect(breaker.wait(at: .seconds(23)) == nil)
        #expect(breaker.wait(at: .seconds(32)) == .seconds(1))
        #expect(breaker.wait(at: .seconds(33)) == nil)
    }

    @Test("failures of requests that were under way when it opened do not keep it open for longer")
    func late() {
        var breaker = opened()
        breaker.record(isFailure: true, at: .seconds(11))
        #expect(breaker.wait(at: .seconds(12)) == nil)
    }

    @Test("of the failures that one user can bring about, one counts in a row")
    func ofUsers() {
        var breaker = CircuitBreaker(threshold: 3, rest: .seconds(10))
        for _ in 0..<9 { breaker.record(isFailure: true, of: "a", at: .zero) }
        breaker.record(isFailure: true, of: "b", at: .zero)
        breaker.record(isFailure: true, of: "a", at: .zero)
        #expect(!breaker.isOpen)
        breaker.record(isFailure: false, of: "a", at: .zero)
        for user in ["a", "b", "b"] { breaker.record(isFailure: true, of: user, at: .zero) }
        #expect(!breaker.isOpen)
        breaker.record(isFailure: true, of: "c", at: .zero)
        #expect(breaker.isOpen)
    }

    @Test("a user whose probes fail keeps nobody else from trying; when two users' fail, it is another rest")
    func probesOfUsers() {
        var breaker = opened()
        #expect(breaker.wait(at: .seconds(12)) == nil)
        for second in 13..<99 { breaker.record(isFailure: true, of: "a", at: .seconds(second)) }
        #expect(breaker.wait(at: .seconds(99)) == nil)
        breaker.record(isFailure: true, of: "b", at: .seconds(100))
        #expect(breaker.wait(at: .seconds(100)) == .seconds(10))
    }
}
