import JourneyBase

extension PassCheck {
    /// A pass that is bound to an account: whose, and the data that the device has signed.
    mutating func checkBinding() {
        guard content["fidoProfile"] != nil || content["issuerBindingData"] != nil else { return }
        if let profile = content["fidoProfile"]?.object {
            for name in ["relyingPartyIdentifier", "accountHash"] where profile[name]?.string?.isEmpty ?? true {
                add(.binding, "pass.json/fidoProfile/\(name)", "\(name) is a text that is not empty.")
            }
            check(profile, "keyHash", at: "pass.json/fidoProfile", code: .binding, "a text") { $0.string != nil }
        } else {
            add(.binding, "pass.json/fidoProfile", "A bound pass has an object fidoProfile.")
        }
        if let value = content["issuerBindingData"] {
            let signed = value["issuerBindingData"]?.string ?? ""
            if signed.isEmpty || Hex.decode(signed) == nil || signed != signed.lowercased() {
                add(
                    .binding, "pass.json/issuerBindingData/issuerBindingData",
                    "issuerBindingData holds what the device has signed, in lower-case hexadecimal digits.")
            }
            if let address = value["learnMoreURL"], address.string.flatMap({ HTTPSURL($0) }) == nil {
                add(.binding, "pass.json/issuerBindingData/learnMoreURL", "learnMoreURL is an https address.")
            }
        }
        faults += PassCheck.bindingObstacles(in: content)
    }

    /// Finds what keeps passes from being bound to an account: Wallet binds contactless passes that have no barcode.
    ///
    /// - Parameter files: The files of a pass, or of a template whose placeholders aren't filled yet, by path.
    /// - Returns: One warning (`PASS_BINDING`) for each obstacle; none for what can be bound, and for files without a
    ///   `pass.json` that can be read, of which `faults(in:signer:)` says what is wrong.
    package static func bindingObstacles(in files: [String: [UInt8]]) -> [PassFault] {
        let limits = JSONLimits(bytes: longestContent, depth: 16)
        guard let content = try? JSONReader.read(files["pass.json"] ?? [], limits: limits).object else { return [] }
        return bindingObstacles(in: content)
    }

    private static func bindingObstacles(in content: [String: JSONValue]) -> [PassFault] {
        var obstacles: [PassFault] = []
        if content["nfc"] == nil {
            obstacles.append(
                PassFault(
                    .binding, .warning, at: "pass.json/nfc",
                    "Only contactless passes can be bound to an account: add nfc."))
        }
        for name in ["barcodes", "barcode"] where content[name] != nil {
            obstacles.append(
                PassFault(
                    .binding, .warning, at: "pass.json/\(name)",
                    "A pass with a barcode can't be bound to an account, because a picture of it can be used elsewhere:"
                        + " remove \(name)."))
        }
        return obstacles
    }

    /// What the person is asked for when they add a rewards card.
    mutating func checkPersonalization() {
        guard let bytes = files["personalization.json"] else { return }
        let place = "personalization.json"
        guard let object = try? JSONReader.read(bytes, limits: JSONLimits(bytes: 1 << 16, depth: 8)).object else {
            return add(.personalization, place, "personalization.json is no JSON object.")
        }
        let known = ["Name", "PostalCode", "EmailAddress", "PhoneNumber"].map { "PKPassPersonalizationField\($0)" }
        let fields = object["requiredPersonalizationFields"]?.array?.map { $0.string ?? "" } ?? []
        if fields.isEmpty || !fields.allSatisfy(known.contains) {
            add(
                .personalization, "\(place)/requiredPersonalizationFields",
                "requiredPersonalizationFields lists some of \(known.joined(separator: ", ")).")
        }
        if object["description"]?.string?.isEmpty ?? true {
            add(.personalization, "\(place)/description", "description is a text that is not empty.")
        }
        if content["nfc"] == nil {
            add(.personalization, place, "Only a contactless pass is personalised: there is no nfc.")
        }
        if !files.keys.contains(where: { PassImage(path: $0)?.name == "personalizationLogo" }) {
            add(.personalization, "personalizationLogo.png", "A pass that is personalised has a personalizationLogo.")
        }
    }
}
