import Foundation
import JourneyCLI
import JourneyHarness

/// The default locations of the development state and the wallet.
enum DefaultLocations {
    static let stateOption = Option(
        .state, value: .directory, help: "Where the development keys are",
        defaultText: "dev in $JOURNEY_HOME, or .journey/dev")

    /// Returns the folder of the development state.
    static func state(_ invocation: Invocation) -> String {
        absolute(invocation.value(.state) ?? home + "/dev")
    }

    /// The folder for this package's data.
    static var home: String {
        guard let home = Environment["JOURNEY_HOME"], !home.isEmpty else { return ".journey" }
        return home
    }

    static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
