import JourneyBase
import JourneyWire

extension PassCheck {
    /// Checks the account and the signed data of a bound pass.
    mutating func checkBinding() {
        guard content["fidoProfile"] != nil || content[SignedBinding.data] != nil else { return }
        if let profile = content["fidoProfile"]?.object {
            for name in ["relyingPartyIdentifier", "accountHash"] where profile[name]?.string?.isEmpty ?? true {
                add(.binding, "pass.json/fidoProfile/\(name)", "\(name) must be a non-empty string.")
            }
            check(profile, SignedBinding.hash, at: "pass.json/fidoProfile", code: .binding, "a text") {
                $0.string != nil
            }
        } else {
            add(.binding, "pass.json/fidoProfile", "A bound pass must have an object fidoProfile.")
        }
        if let value = content[SignedBinding.data] {
            let signed = value[SignedBinding.data]?.string ?? ""
            if signed.isEmpty || Hex.decode(signed) == nil || signed != signed.lowercased() {
                add(
                    .binding, "pass.json/\(SignedBinding.data)/\(SignedBinding.data)",
                    "\(SignedBinding.data) must hold the data that the device signed, in lower-case hexadecimal digits."
                )
            }
            if let address = value["learnMoreURL"], address.string.flatMap({ HTTPSURL($0) }) == nil {
                add(.binding, "pass.json/\(SignedBinding.data)/learnMoreURL", "learnMoreURL must be an https URL.")
            }
        }
        faults += PassCheck.bindingObstacles(in: content)
    }

    /// Finds reasons why a pass cannot be bound to an account: Wallet binds contactless passes without a barcode.
    ///
    /// - Parameter files: The files of a pass, or of a template with placeholders, by path.
    /// - Returns: One warning (`PASS_BINDING`) for each obstacle. Empty for passes that can be bound, and for files without a
    ///   readable `pass.json`, for which `faults(in:signer:)` reports the errors.
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

    /// Checks the form that a person fills in when adding a rewards card.
    mutating func checkPersonalization() {
        guard let bytes = files["personalization.json"] else { return }
        let place = "personalization.json"
        guard let object = try? JSONReader.read(bytes, limits: JSONLimits(bytes: 1 << 16, depth: 8)).object else {
            return add(.personalization, place, "personalization.json is not a JSON object.")
        }
        let known = ["Name", "PostalCode", "EmailAddress", "PhoneNumber"].map { "PKPassPersonalizationField\($0)" }
        let fields = object["requiredPersonalizationFields"]?.array?.map { $0.string ?? "" } ?? []
        if fields.isEmpty || !fields.allSatisfy(known.contains) {
            add(
                .personalization, "\(place)/requiredPersonalizationFields",
                "requiredPersonalizationFields must list some of \(known.joined(separator: ", ")).")
        }
        if object["description"]?.string?.isEmpty ?? true {
            add(.personalization, "\(place)/description", "description must be a non-empty string.")
        }
        if content["nfc"] == nil {
            add(.personalization, place, "Only a contactless pass can be personalised: add nfc.")
        }
        if !files.keys.contains(where: { PassImage(path: $0)?.name == "personalizationLogo" }) {
            add(.personalization, "personalizationLogo.png", "A personalised pass must have a personalizationLogo.")
        }
    }
}
