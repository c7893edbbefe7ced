import JourneyBase
import Testing

@testable import JourneyDevice

@Suite("LocalAuthentication's codes")
struct BiometricFailureTests {
    @Test("a prompt that was closed is cancelled", arguments: [-2, -3, -4, -9])
    func cancelled(code: Int) { #expect(BiometricFailure.verdict(code: code) == .cancelled) }

    @Test("a device that cannot ask anybody: no passcode, no sensor, nothing enrolled", arguments: [-5, -6, -7])
    func unavailable(code: Int) { #expect(BiometricFailure.verdict(code: code) == .unavailable) }

    @Test(
        "a wrong face, a lockout, a prompt that cannot be shown, and what is not known is a refusal, not a missing sensor",
        arguments: [-1, -8, -10, -1004, 0, 1, -11, Int.min, Int.max])
    func failed(code: Int) { #expect(BiometricFailure.verdict(code: code) == .failed) }
}
