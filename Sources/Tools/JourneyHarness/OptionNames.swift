import JourneyCLI

/// Options with a value.
extension OptionName {
    static let shots = OptionName("shots")
}
