import JourneyBase
import JourneyCLI

extension CommandError {
    /// What a gateway or its records report: a database that fails is `failed`, what the records say no to is `refused`, and
    /// all else is the configuration, or a file that it names.
    init(ofGateway error: JourneyError) {
        let code = error.code.rawValue
        let status: CommandStatus =
            code.hasPrefix("STORE_") ? .failed : code.hasPrefix("RECORD_") ? .refused : .badInput
        self.init(status, code: code, error.message)
    }
}
