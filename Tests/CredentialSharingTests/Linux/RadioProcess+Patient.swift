import JourneyBase
import JourneyTesting

@testable import CredentialSharing

extension RadioProcess {
    /// Returns a radio that never times out, for busy machines: its clock stands still.
    static func patient(_ socket: String) -> RadioProcess {
        RadioProcess(socket: socket, dependencies: Dependencies.fixed(clock: ManualClock()))
    }
}
