import Foundation
import JourneyCLI
import JourneyHarness

/// Where commands look for what nobody names: the development state, the wallet.
enum DefaultLocations {
    static let stateOption = Option(
        .state, value: .directory, help: "Where the development keys are",
        defaultText: "dev in $JOURNEY_HOME, or .journey/dev")

    /// The folder of the development state.
    static func state(_ invocation: Invocation) -> String {
        absolute(invocation.value(.state) ?? home + "/dev")
    }

    /// Where programs of this package keep what is theirs.
    static var home: String {
        guard let home = Environment["JOURNEY_HOME"], !home.isEmpty else { return ".journey" }
        return home
    }

    static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
