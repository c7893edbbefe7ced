import JourneyBase
import Testing

@testable import JourneyDevice

@Suite("LocalAuthentication's codes")
struct BiometricFailureTests {
    @Test("a prompt that was closed is cancelled", arguments: [-2, -3, -4, -9])
    func cancelled(code: Int) { #expect(BiometricFailure.verdict(code: code) == .cancelled) }

    @Test(
        "no other code passes, known or not",
        arguments: [-1, -5, -6, -7, -8, -10, -1004, 0, 1, -11, Int.min, Int.max])
    func unavailable(code: Int) { #expect(BiometricFailure.verdict(code: code) == .unavailable) }
}
