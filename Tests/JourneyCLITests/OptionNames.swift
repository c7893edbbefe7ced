import JourneyCLI

/// The options of the sample program that take a value.
extension OptionName {
    static let amount = OptionName("amount")
    static let between = OptionName("between")
    static let speed = OptionName("speed")
}

/// The switches of the sample program.
extension SwitchName {
    static let quiet = SwitchName("quiet")
    static let verbose = SwitchName("verbose")
    static let wide = SwitchName("wide")
}

/// The arguments of the sample program.
extension ArgumentName {
    static let colour = ArgumentName("COLOUR")
    static let notes = ArgumentName("NOTES")
    static let payee = ArgumentName("PAYEE")
}
