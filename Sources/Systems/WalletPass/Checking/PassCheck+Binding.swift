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
            if signed.isEmpty || !BindingHex.isGood(signed) {
                add(
                    .binding, "pass.json/issuerBindingData/issuerBindingData",
                    "issuerBindingData holds what the device has signed, in lower-case hexadecimal digits.")
            }
            if let address = value["learnMoreURL"], address.string.flatMap({ HTTPSURL($0) }) == nil {
                add(.binding, "pass.json/issuerBindingData/learnMoreURL", "learnMoreURL is an https address.")
            }
        }
        if content["nfc"] == nil {
            warn(.binding, "pass.json/nfc", "Only contactless passes are bound: there is no nfc.")
        }
        if content["barcodes"] != nil || content["barcode"] != nil {
            warn(
                .binding, "pass.json/barcodes",
                "A bound pass has no barcode: a picture of it could be used elsewhere.")
        }
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

/// Bytes as a device hands them over.
enum BindingHex {
    /// Pairs of lower-case hexadecimal digits.
    static func isGood(_ text: String) -> Bool {
        text.utf8.count.isMultiple(of: 2)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
