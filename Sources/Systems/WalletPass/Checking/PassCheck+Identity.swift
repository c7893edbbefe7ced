import JourneyBase
import JourneyWire

extension PassCheck {
    /// Checks the identifiers of the pass and its signer.
    mutating func checkIdentity(_ signer: PassSignerNames?) {
        if content["formatVersion"]?.int64 != 1 {
            add(
                content["formatVersion"] == nil ? .missing : .invalid, "pass.json/formatVersion",
                "formatVersion must be the number 1.")
        }
        _ = requiredText("serialNumber")
        _ = requiredText("organizationName")
        _ = requiredText("description")
        let type = requiredText("passTypeIdentifier")
        if let type, !PassNames.isType(type) {
            add(
                .invalid, "pass.json/passTypeIdentifier",
                "passTypeIdentifier must begin with pass. and a reverse domain name.")
        }
        let team = requiredText("teamIdentifier")
        if let team, !PassNames.isTeam(team) {
            add(.invalid, "pass.json/teamIdentifier", "teamIdentifier must be ten capital letters and digits.")
        }
        guard let signer else { return }
        if let type, type != signer.passTypeIdentifier {
            add(
                .signer, "pass.json/passTypeIdentifier",
                "The signer's certificate is for the pass type \(signer.passTypeIdentifier).")
        }
        if let team, team != signer.teamIdentifier {
            add(
                .signer, "pass.json/teamIdentifier",
                "The signer's certificate is for the team \(signer.teamIdentifier).")
        }
    }

    mutating func checkWebService() {
        let (address, token) = (content["webServiceURL"], content["authenticationToken"])
        if let address {
            if address.string.flatMap({ HTTPSURL($0) }) == nil {
                add(.webService, "pass.json/webServiceURL", "webServiceURL must be an https URL.")
            }
            if token == nil {
                add(
                    .webService, "pass.json/authenticationToken",
                    "A pass with webServiceURL needs an authenticationToken."
                )
            }
        }
        if let token, (token.string?.utf8.count ?? 0) < 16 {
            add(
                .webService, "pass.json/authenticationToken",
                "authenticationToken must be a string of at least 16 characters.")
        }
        if token != nil, address == nil {
            warn(.webService, "pass.json/authenticationToken", "authenticationToken is unused without webServiceURL.")
        }
    }

    mutating func checkUnknownMembers() {
        for name in content.keys.sorted() where !PassNames.members.contains(name) {
            warn(.unknown, "pass.json/\(name)", "Wallet does not know \(name) and ignores it.")
        }
    }
}

/// The pass type and team in a signer's certificate.
public struct PassSignerNames: Hashable, Sendable {
    public let passTypeIdentifier: String
    public let teamIdentifier: String

    public init(passTypeIdentifier: String, teamIdentifier: String) {
        self.passTypeIdentifier = passTypeIdentifier
        self.teamIdentifier = teamIdentifier
    }
}

/// The names that passes use.
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

    /// The top-level members of `pass.json` that Wallet knows.
    static let members: Set<String> = Set(PassStyle.allCases.map(\.rawValue)).union([
        "formatVersion", "passTypeIdentifier", "serialNumber", "teamIdentifier", "organizationName", "description",
        "appLaunchURL", "associatedStoreIdentifiers", "authenticationToken", "backgroundColor", "barcode", "barcodes",
        "beacons", "expirationDate", "fidoProfile", "foregroundColor", "groupingIdentifier", SignedBinding.data,
        "labelColor", "locations", "logoText", "maxDistance", "nfc", "preferredStyleSchemes", "relevantDate",
        "relevantDates", "semantics", "sharingProhibited", "stripColor", "suppressStripShine", "userInfo", "voided",
        "webServiceURL", "accessibilityURL", "additionalInfoFields", "bagPolicyURL", "contactVenueEmail",
        "contactVenuePhoneNumber", "contactVenueWebsite", "directionsInformationURL", "eventLogoText",
        "footerBackgroundColor", "merchandiseURL", "orderFoodURL", "parkingInformationURL", "purchaseParkingURL",
        "sellURL", "suppressHeaderDarkening", "transferURL", "transitInformationURL", "useAutomaticColors",
        "auxiliaryStoreIdentifiers",
    ])
}
