package import JourneyBase
import Synchronization

/// A biometric sensor that says what a test wants.
package final class ScriptedSensor: BiometricAuthenticator {
    private let verdict = Mutex(BiometricVerdict.passed)

    package init() {}

    /// What the sensor says from now on.
    package func set(_ verdict: BiometricVerdict) { self.verdict.withLock { $0 = verdict } }

    package func authenticate(reason: String) async -> BiometricVerdict { verdict.withLock(\.self) }
}
