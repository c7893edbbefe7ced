import JourneyCLI

/// Options with a value.
extension OptionName {
    static let address = OptionName("address")
    static let answers = OptionName("answers")
    static let authority = OptionName("authority")
    static let clientID = OptionName("client-id")
    static let clientSecretFile = OptionName("client-secret-file")
    static let code = OptionName("code")
    static let customer = OptionName("customer")
    static let faces = OptionName("faces")
    static let inbox = OptionName("inbox")
    static let key = OptionName("key")
    static let lang = OptionName("lang")
    static let output = OptionName("output")
    static let phone = OptionName("phone")
    static let promotion = OptionName("promotion")
    static let proxy = OptionName("proxy")
    static let purpose = OptionName("purpose")
    static let sandbox = OptionName("sandbox")
    static let seconds = OptionName("seconds")
    static let shots = OptionName("shots")
    static let state = OptionName("state")
    static let store = OptionName("store")
    static let tokenFile = OptionName("token-file")
    static let trace = OptionName("trace")
    static let user = OptionName("user")
}

/// Options without a value.
extension SwitchName {
    static let distributor = SwitchName("distributor")
    static let headless = SwitchName("headless")
    static let stay = SwitchName("stay")
    static let withParent = SwitchName("with-parent")
}

/// Words by their place.
extension ArgumentName {
    static let account = ArgumentName("ACCOUNT")
    static let address = ArgumentName("ADDRESS")
    static let amount = ArgumentName("AMOUNT")
    static let cardID = ArgumentName("CARD-ID")
    static let product = ArgumentName("PRODUCT")
    static let reference = ArgumentName("REFERENCE")
}
