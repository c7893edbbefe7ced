import JourneyCLI

/// Options with a value.
extension OptionName {
    static let at = OptionName("at")
    static let authority = OptionName("authority")
    static let idAttribute = OptionName("id-attribute")
    static let intermediate = OptionName("intermediate")
    static let language = OptionName("language")
    static let organization = OptionName("organization")
    static let output = OptionName("output")
    static let passType = OptionName("pass-type")
    static let passwordFile = OptionName("password-file")
    static let picture = OptionName("picture")
    static let sandbox = OptionName("sandbox")
    static let set = OptionName("set")
    static let signer = OptionName("signer")
    static let state = OptionName("state")
    static let style = OptionName("style")
    static let tag = OptionName("tag")
    static let team = OptionName("team")
    static let tokenFile = OptionName("token-file")
    static let trust = OptionName("trust")
    static let values = OptionName("values")
    static let wait = OptionName("wait")
    static let wallet = OptionName("wallet")
}

/// Options without a value.
extension SwitchName {
    static let front = SwitchName("front")
    static let stored = SwitchName("stored")
    static let withParent = SwitchName("with-parent")
    static let yes = SwitchName("yes")
}

/// Words by their place.
extension ArgumentName {
    static let folder = ArgumentName("FOLDER")
    static let pass = ArgumentName("PASS")
    static let template = ArgumentName("TEMPLATE")
    static let what = ArgumentName("WHAT")
}
