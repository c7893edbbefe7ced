import JourneyBase
import Testing

@testable import JourneyDevice

@Suite("LocalAuthentication error codes")
struct BiometricFailureTests {
    @Test("a closed prompt maps to cancelled", arguments: [-2, -3, -4, -9])
    func cancelled(code: Int) { #expect(BiometricFailure.verdict(code: code) == .cancelled) }

    @Test("a device without passcode, sensor or enrolment maps to unavailable", arguments: [-5, -6, -7])
    func unavailable(code: Int) { #expect(BiometricFailure.verdict(code: code) == .unavailable) }

    @Test(
        "a failed match, a lockout, a prompt that cannot be shown, and unknown codes map to failed, not unavailable",
        arguments: [-1, -8, -10, -1004, 0, 1, -11, Int.min, Int.max])
    func failed(code: Int) { #expect(BiometricFailure.verdict(code: code) == .failed) }
}
