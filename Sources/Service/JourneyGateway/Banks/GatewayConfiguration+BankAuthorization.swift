import JourneyBase
import JourneyCrypto
import JourneyLanguage

extension GatewayConfiguration.Bank {
    /// The authorization of consents. `docs/reference/bank-proxy.md` has an example and all members.
    struct Authorization: Hashable, Sendable {
        var issuer: String
        var address: HTTPSURL
        /// The redirect address by partner.
        var redirects: [String: String]
        var content: BankAuthorizationContent
        var requestKey: Key?
        var storeKeyFile: String
    }
}

extension GatewayConfiguration {
    /// Reads the authorization of a bank whose other members are in `bank`.
    ///
    /// The security profile asks for a client that is known by a key or a certificate, and for tokens that are bound to one (FAPI 2.0
    /// Security Profile, section 5.3.3).
    static func bankAuthorization(
        _ reading: Reading, of bank: Bank, partners: [String: Set<String>],
        _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Bank.Authorization {
        try reading.onlyMembers([
            "issuer", "pushedRequestAddress", "redirectAddresses", "scope", "claims", "authorizationDetails",
            "requestObject", "storeKeyFile",
        ])
        guard let token = bank.token else { throw reading.refusal("needs the bank's token, with the gateway's client") }
        if case .secretFile = token.authentication {
            throw reading.refusal("needs a client that is known by keyFile or clientCertificate, not by secretFile")
        }
        guard bank.proofKey != nil || bank.certificate != nil else {
            throw reading.refusal("needs dpop or clientCertificate, to which the bank binds tokens")
        }
        let issuer = try reading.required("issuer")
        guard try issuer.address().query == nil else { throw issuer.refusal("has a query") }
        var content = BankAuthorizationContent()
        if let scope = reading.member("scope") {
            content.scope = try scope.text()
            let words = content.scope?.split(separator: " ", omittingEmptySubsequences: false) ?? []
            guard
                words.allSatisfy({ word in
                    !word.isEmpty && word.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
                })
            else { throw scope.refusal("is not a list of scopes, separated by single spaces") }
        }
        if let claims = reading.member("claims") {
            _ = try claims.members()
            content.claims = claims.value
        }
        if let details = reading.member("authorizationDetails") {
            for element in try details.elements() { _ = try element.required("type").text() }
            content.details = details.value
        }
        guard content.namesConsent else {
            throw reading.refusal("has no {consentId} in scope, claims or authorizationDetails")
        }
        return Bank.Authorization(
            issuer: try issuer.text(), address: try reading.required("pushedRequestAddress").address(),
            redirects: try redirects(reading.required("redirectAddresses"), of: bank, partners: partners),
            content: content,
            requestKey: try reading.member("requestObject").map { member throws(Refusal) in
                try member.onlyMembers(["keyFile", "keyId", "algorithm"])
                return try key(member, path)
            }, storeKeyFile: try path(reading.required("storeKeyFile")))
    }

    private static func redirects(
        _ reading: Reading, of bank: Bank, partners: [String: Set<String>]
    ) throws(Refusal) -> [String: String] {
        try reading.atMost(1_000, "partners")
        var redirects: [String: String] = [:]
        for (partner, entry) in try reading.members() {
            guard partners[partner] != nil, bank.partners?.contains(partner) ?? true else {
                throw entry.refusal("is of a partner whose apps may not call the bank")
            }
            let text = try entry.text()
            guard isRedirect(text) else {
                throw entry.refusal(
                    "is neither an https address without fragment nor an address of an app's own scheme")
            }
            redirects[partner] = text
        }
        guard !redirects.isEmpty else { throw reading.refusal("is empty; name each partner's redirect address") }
        return redirects
    }

    /// Returns `true` for an https address without fragment, or `{scheme}:/…` of an app (RFC 8252, section 7.1).
    static func isRedirect(_ text: String) -> Bool {
        guard text.utf8.count <= 512, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 }) else {
            return false
        }
        if HTTPSURL(text) != nil { return true }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasPrefix("/"), !parts[1].hasPrefix("//"), let first = parts[0].utf8.first
        else { return false }
        let isScheme =
            (0x61...0x7A).contains(first)
            && parts[0].utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+.-".utf8.contains($0)
            }
        return isScheme && !["http", "https", "file", "data", "javascript", "about", "blob"].contains(parts[0])
    }
}
