package import JourneyBase
import Synchronization

/// A biometric sensor with a scripted verdict.
package final class ScriptedSensor: BiometricAuthenticator {
    private let verdict = Mutex(BiometricVerdict.passed)

    package init() {}

    /// Sets the verdict of further prompts.
    package func set(_ verdict: BiometricVerdict) { self.verdict.withLock { $0 = verdict } }

    package func authenticate(reason: String) async -> BiometricVerdict { verdict.withLock(\.self) }
}
