import Testing

@testable import JourneyGateway

@Suite("Circuit breaker")
struct CircuitBreakerTests {
    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker(threshold: 3, rest: .seconds(10))
        for second in 0..<3 { breaker.record(isFailure: true, at: .seconds(second)) }
        return breaker
    }

    @Test("consecutive failures open it for a rest; a success in between keeps it closed")
    func opens() {
        var breaker = CircuitBreaker(threshold: 3, rest: .seconds(10))
        for isFailure in [true, true, false, true, true] { breaker.record(isFailure: isFailure, at: .zero) }
        #expect(breaker.wait(at: .zero) == nil && !breaker.isOpen)
        breaker.record(isFailure: true, at: .seconds(2))
        #expect(breaker.isOpen)
        #expect(breaker.wait(at: .seconds(2)) == .seconds(10))
        #expect(breaker.wait(at: .seconds(11)) == .seconds(1))
    }

    @Test("one request probes after the rest, and the others wait")
    func probe() {
        var breaker = opened()
        #expect(breaker.wait(at: .seconds(12)) == nil)
        #expect(breaker.wait(at: .seconds(13)) == .seconds(9))
        breaker.record(isFailure: false, at: .seconds(14))
        #expect(breaker.wait(at: .seconds(14)) == nil && !breaker.isOpen)
    }

    @Test("a failed probe opens it for another rest; an unanswered one expires after a rest")
    func failedProbe() {
        var breaker = opened()
        #expect(breaker.wait(at: .seconds(12)) == nil)
        breaker.record(isFailure: true, at: .seconds(13))
        #expect(breaker.wait(at: .seconds(22)) == .seconds(1))
        #expect(breaker.wait(at: .seconds(23)) == nil)
        #expect(breaker.wait(at: .seconds(32)) == .seconds(1))
        #expect(breaker.wait(at: .seconds(33)) == nil)
    }

    @Test("failures of requests under way when it opened do not extend the rest")
    func late() {
        var breaker = opened()
        breaker.record(isFailure: true, at: .seconds(11))
        #expect(breaker.wait(at: .seconds(12)) == nil)
    }

    @Test("only one of a single user's failures counts in a row")
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

    @Test("a user's failed probes do not block others; two users' failures start another rest")
    func probesOfUsers() {
        var breaker = opened()
        #expect(breaker.wait(at: .seconds(12)) == nil)
        for second in 13..<99 { breaker.record(isFailure: true, of: "a", at: .seconds(second)) }
        #expect(breaker.wait(at: .seconds(99)) == nil)
        breaker.record(isFailure: true, of: "b", at: .seconds(100))
        #expect(breaker.wait(at: .seconds(100)) == .seconds(10))
    }
}
