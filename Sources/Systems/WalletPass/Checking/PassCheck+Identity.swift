import JourneyBase

extension PassCheck {
    /// Whose pass it is, and which.
    mutating func checkIdentity(_ signer: PassSignerNames?) {
        if content["formatVersion"]?.int64 != 1 {
            add(
                content["formatVersion"] == nil ? .missing : .invalid, "pass.json/formatVersion",
                "formatVersion is the number 1.")
        }
        _ = requiredText("serialNumber")
        _ = requiredText("organizationName")
        _ = requiredText("description")
        let type = requiredText("passTypeIdentifier")
        if let type, !PassNames.isType(type) {
            add(
                .invalid, "pass.json/passTypeIdentifier",
                "passTypeIdentifier begins with pass. and names a domain backwards.")
        }
        let team = requiredText("teamIdentifier")
        if let team, !PassNames.isTeam(team) {
            add(.invalid, "pass.json/teamIdentifier", "teamIdentifier is ten capital letters and digits.")
        }
        guard let signer else { return }
        if let type, type != signer.passTypeIdentifier {
            add(
                .signer, "pass.json/passTypeIdentifier",
                "The certificate that signs is for \(signer.passTypeIdentifier).")
        }
        if let team, team != signer.teamIdentifier {
            add(
                .signer, "pass.json/teamIdentifier",
                "The certificate that signs is of the team \(signer.teamIdentifier).")
        }
    }

    mutating func checkWebService() {
        let (address, token) = (content["webServiceURL"], content["authenticationToken"])
        if let address {
            if address.string.flatMap({ HTTPSURL($0) }) == nil {
                add(.webService, "pass.json/webServiceURL", "webServiceURL is an https address.")
            }
            if token == nil {
                add(
                    .webService, "pass.json/authenticationToken", "A pass that is updated needs an authenticationToken."
                )
            }
        }
        if let token, (token.string?.utf8.count ?? 0) < 16 {
            add(.webService, "pass.json/authenticationToken", "authenticationToken is a text of 16 characters or more.")
        }
        if token != nil, address == nil {
            warn(.webService, "pass.json/authenticationToken", "Without webServiceURL nothing uses it.")
        }
    }

    mutating func checkUnknownMembers() {
        for name in content.keys.sorted() where !PassNames.members.contains(name) {
            warn(.unknown, "pass.json/\(name)", "Wallet does not know \(name) and passes it over.")
        }
    }
}

/// What the certificate that signs a pass says it is for.
public struct PassSignerNames: Hashable, Sendable {
    public let passTypeIdentifier: String
    public let teamIdentifier: String

    public init(passTypeIdentifier: String, teamIdentifier: String) {
        self.passTypeIdentifier = passTypeIdentifier
        self.teamIdentifier = teamIdentifier
    }
}

/// Names that passes use.
enum PassNames {
    static func isType(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.first == "pass" && labels.count >= 2 && text.utf8.count <= 255
            && labels.allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
            }
    }

    static func isTeam(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy { $0.isUpperCaseLetter || $0.isDigit }
    }

    /// The members of `pass.json` that Wallet knows, at its top.
    static let members: Set<String> = Set(PassStyle.allCases.map(\.rawValue)).union([
        "formatVersion", "passTypeIdentifier", "serialNumber", "teamIdentifier", "organizationName", "description",
        "appLaunchURL", "associatedStoreIdentifiers", "authenticationToken", "backgroundColor", "barcode", "barcodes",
        "beacons", "expirationDate", "fidoProfile", "foregroundColor", "groupingIdentifier", "issuerBindingData",
        "labelColor", "locations", "logoText", "maxDistance", "nfc", "preferredStyleSchemes", "relevantDate",
        "relevantDates", "semantics", "sharingProhibited", "stripColor", "suppressStripShine", "userInfo", "voided",
        "webServiceURL", "accessibilityURL", "additionalInfoFields", "bagPolicyURL", "contactVenueEmail",
        "contactVenuePhoneNumber", "contactVenueWebsite", "directionsInformationURL", "eventLogoText",
        "footerBackgroundColor", "merchandiseURL", "orderFoodURL", "parkingInformationURL", "purchaseParkingURL",
        "sellURL", "suppressHeaderDarkening", "transferURL", "transitInformationURL", "useAutomaticColors",
        "auxiliaryStoreIdentifiers",
    ])
}
