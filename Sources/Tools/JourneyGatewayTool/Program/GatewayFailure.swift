import JourneyBase
import JourneyCLI

extension CommandError {
    /// Maps an error of a gateway or its records: database failures to `failed`, refusals by the records to `refused`, and all
    /// others to `badInput`, an error in the configuration or its files.
    init(ofGateway error: JourneyError) {
        let code = error.code.rawValue
        let status: CommandStatus =
            code.hasPrefix("STORE_") ? .failed : code.hasPrefix("RECORD_") ? .refused : .badInput
        self.init(status, code: code, error.message)
    }
}
