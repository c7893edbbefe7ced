import JourneyCLI

/// Options with a value.
extension OptionName {
    static let amount = OptionName("amount")
    static let between = OptionName("between")
    static let speed = OptionName("speed")
}

/// Options without a value.
extension SwitchName {
    static let quiet = SwitchName("quiet")
    static let verbose = SwitchName("verbose")
    static let wide = SwitchName("wide")
}

/// Words by their place.
extension ArgumentName {
    static let colour = ArgumentName("COLOUR")
    static let notes = ArgumentName("NOTES")
    static let payee = ArgumentName("PAYEE")
}
