import JourneyCLI

/// Options with a value.
extension OptionName {
    static let only = OptionName("only")
    static let out = OptionName("out")
    static let pairs = OptionName("pairs")
    static let serve = OptionName("serve")
}
