import JourneyCLI

/// Options with a value.
extension OptionName {
    static let config = OptionName("config")
    static let holder = OptionName("holder")
    static let most = OptionName("most")
    static let organization = OptionName("organization")
    static let serial = OptionName("serial")
    static let subscription = OptionName("subscription")
    static let type = OptionName("type")
    static let value = OptionName("value")
    static let values = OptionName("values")
}

/// Options without a value.
extension SwitchName {
    static let check = SwitchName("check")
    static let version = SwitchName("version")
    static let withParent = SwitchName("with-parent")
}

/// Words by their place.
extension ArgumentName {
    static let client = ArgumentName("CLIENT")
    static let tag = ArgumentName("TAG")
    static let type = ArgumentName("TYPE")
    static let user = ArgumentName("USER")
}
