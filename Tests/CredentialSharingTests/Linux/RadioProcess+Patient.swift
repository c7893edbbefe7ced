import JourneyBase
import JourneyTesting

@testable import CredentialSharing

extension RadioProcess {
    /// One that is waited for as long as a busy machine takes: its clock stands.
    static func patient(_ socket: String) -> RadioProcess {
        RadioProcess(socket: socket, dependencies: Dependencies.fixed(clock: ManualClock()))
    }
}
