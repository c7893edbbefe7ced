import JourneyCLI

/// Options with a value.
extension OptionName {
    static let autopilot = OptionName("autopilot")
    static let code = OptionName("code")
    static let lang = OptionName("lang")
    static let locale = OptionName("locale")
    static let patience = OptionName("patience")
    static let sandbox = OptionName("sandbox")
    static let seconds = OptionName("seconds")
    static let shots = OptionName("shots")
    static let store = OptionName("store")
    static let timeline = OptionName("timeline")
    static let trace = OptionName("trace")
}

/// Options without a value.
extension SwitchName {
    static let headless = SwitchName("headless")
    static let resume = SwitchName("resume")
    static let stay = SwitchName("stay")
    static let version = SwitchName("version")
    static let withParent = SwitchName("with-parent")
}

/// Words by their place.
extension ArgumentName {
    static let journey = ArgumentName("JOURNEY")
}
