import JourneyBase
import JourneyTesting
import JourneyWire
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Responses cached for a minute", .timeLimit(.minutes(10)))
struct CardAnswersTests {
    private let clock = ManualClock()

    private func secret(_ text: String) -> CardAnswers.Answer { .token(Secret(copying: text.utf8)) }

    @Test("an expiring uncached response does not remove a newer one")
    func newerAnswer() async throws {
        let answers = CardAnswers(clock: clock)
        let count = Mutex(0)
        _ = try await answers.answer([1], request: [1]) { .refusal(CardRefusal(.issuerDown)) }
        clock.advance(by: .seconds(30))
        for _ in 0..<2 {
            _ = try await answers.answer([1], request: [1]) {
                count.withLock { $0 += 1 }
                return secret("token")
            }
            // The second time is a minute after the uncached first answer, and half a minute after the other.
            clock.advance(by: .seconds(31))
        }
        #expect(count.withLock { $0 } == 1)
        _ = try await answers.answer([1], request: [1]) {
            count.withLock { $0 += 1 }
            return secret("token")
        }
        #expect(count.withLock { $0 } == 2)
    }

    @Test("an uncached response leaves nothing behind")
    func nothingLeft() async throws {
        let answers = CardAnswers(clock: clock)
        for code in [CardCode.issuerDown, .issuerTimeout, .rateLimited, .tooManyAttempts, .codeUsed, .serverError] {
            for key in 0..<50 as Range<UInt8> {
                _ = try await answers.answer([key], request: [1]) { .refusal(CardRefusal(code)) }
            }
        }
        #expect(answers.count == 0)
        _ = try await answers.answer([1], request: [1]) { .refusal(CardRefusal(.codeWrong)) }
        #expect(answers.count == 1)
    }

    @Test("at most ten thousand responses are cached; later ones are answered without caching")
    func bounded() async throws {
        let answers = CardAnswers(clock: clock)
        for number in 0..<10_050 {
            let key = [UInt8(number >> 8), UInt8(number & 0xFF)]
            _ = try await answers.answer(key, request: [1]) { .refusal(CardRefusal(.codeWrong)) }
        }
        #expect(answers.count == 10_000)
        clock.advance(by: .seconds(60))
        _ = try await answers.answer([1], request: [1]) { .refusal(CardRefusal(.codeWrong)) }
        #expect(answers.count == 1)
    }
}
