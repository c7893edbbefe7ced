internal import Foundation
internal import JourneyBase

/// All members of a manifest except its steps.
struct ManifestHead: Sendable {
    let document: JSONValue
    let version: Journey.Version
    let minSDK: DottedVersion
    let id: JourneyID
    let openAPIURL: HTTPSURL
    let openAPISHA256: [UInt8]?
    let sequence: Int64?
    let notBefore: Date?
    let notAfter: Date?
    let issuer: String?
    let origins: SourcePolicy
    let security: SecurityRequirements
    let locales: [String]
    /// The headers of each call that are constant. Those of 1.3 are expressions, which are read with the steps.
    private(set) var headers: HTTPFields
    let limits: JourneyLimits
    let startStep: String
    let fallback: String?
    let brand: Theme.Brand?

    init(_ manifest: Reading) throws(Refusal) {
        let version = try ManifestHead.version(manifest)
        try ManifestHead.checkMembers(manifest, version)
        try ManifestSchema.check(manifest.value, version)
        try self.init(manifest, version)
    }

    /// Reads the head of a manifest of `version`, member by member.
    init(_ manifest: Reading, _ version: Journey.Version) throws(Refusal) {
        document = manifest.value
        self.version = version
        let minimum = try manifest.required("minSdk")
        minSDK = try minimum.require(DottedVersion(minimum.text()), "is not a version such as 1.0.0", .invalidValue)
        let name = try manifest.required("journeyId")
        id = try name.require(
            JourneyID(name.text()), "is not a journey name: use up to 64 letters, digits and -_.", .invalidName)
        let requirements = try manifest.required("security")
        try requirements.onlyMembers(ManifestGrammar.security)
        let origins = try ManifestHead.origins(requirements.required("allowedOrigins"))
        self.origins = origins
        security = try ManifestHead.security(requirements)
        openAPIURL = try ManifestHead.address(manifest.required("oapiBundle"), on: origins)
        locales = try ManifestHead.locales(manifest)
        headers = version >= .v13 ? [:] : try ManifestHead.headers(manifest.required("headers"))
        startStep = try manifest.required("startStep").text()
        limits = try ManifestHead.limits(manifest.member("limits"))
        fallback = try manifest.member("fallback")?.text()
        brand =
            version >= .v13
            ? try manifest.member("brand").map { member throws(Refusal) in try ManifestHead.brand(member) } : nil
        guard version >= .v12 else {
            (openAPISHA256, sequence, notBefore, notAfter, issuer) = (nil, nil, nil, nil, nil)
            return
        }
        openAPISHA256 = try ManifestHead.hash(manifest.required("oapiSha256"))
        sequence = Int64(try manifest.required("sequence").whole(in: 0...(1 << 53 - 1)))
        let begin = try ManifestHead.moment(manifest.required("notBefore"))
        let end = try ManifestHead.moment(manifest.required("notAfter"))
        guard begin < end else {
            throw Refusal(.manifestInvalid, at: "notAfter", "notAfter must be later than notBefore.", .emptyValidity)
        }
        (notBefore, notAfter) = (begin, end)
        issuer = try manifest.required("issuer").text()
    }

    /// Returns the head with other constant headers.
    func with(_ headers: HTTPFields) -> ManifestHead {
        var head = self
        head.headers = headers
        return head
    }

    /// Reads `reading` as an address on one of `origins`.
    static func address(_ reading: Reading, on origins: SourcePolicy) throws(Refusal) -> HTTPSURL {
        let url = try reading.address()
        guard origins.admits(url.origin, isMainFrame: true) else {
            throw reading.refusal(
                "is not on security.allowedOrigins: \(Refusal.quote(url.description))", .foreignOrigin)
        }
        return url
    }

    /// Reads `reading` as headers that a manifest may set.
    static func headers(_ reading: Reading) throws(Refusal) -> HTTPFields {
        try reading.atMost(32, "headers")
        var fields = HTTPFields()
        for (name, member) in try reading.members() {
            guard let value = member.value.string else { throw member.refusal("is not a string", .wrongType) }
            try member.require(HTTPFields.isSafe(name: name, value: value), "is not a valid header", .invalidHeader)
            try member.require(
                ManifestGrammar.mayCarry(header: name), "is a header that a manifest must not set", .forbiddenHeader)
            guard fields[name] == nil else {
                throw member.refusal("is a duplicate; header names are case-insensitive", .doubleHeader)
            }
            fields[name] = value
        }
        return fields
    }
}
