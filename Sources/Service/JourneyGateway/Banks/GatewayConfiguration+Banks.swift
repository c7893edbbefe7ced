import JourneyBase
import JourneyCrypto
import JourneyLanguage

extension GatewayConfiguration {
    /// A bank to which the gateway forwards calls. `docs/reference/bank-proxy.md` has an example and all members. Secrets are
    /// given as file paths.
    package struct Bank: Hashable, Sendable {
        /// The way in which the gateway authenticates at the token endpoint.
        enum Authentication: Hashable, Sendable {
            case certificate
            case secretFile(String)
            case key(Key, audience: String)
        }

        /// A private key in PEM, its id at the bank, and the algorithm of its signatures.
        struct Key: Hashable, Sendable {
            var file: String
            var id: String
            var algorithm: SignatureAlgorithm
        }

        struct Token: Hashable, Sendable {
            var address: HTTPSURL
            var clientID: String
            var scope: String?
            var authentication: Authentication
        }

        struct Signature: Hashable, Sendable {
            var key: Key
            var issuer: String
            var trustAnchor: String
        }

        var server: HTTPSURL
        /// The partners whose apps may call the bank; `nil` for the only one.
        var partners: Set<String>?
        /// The certificate that the gateway presents, and its key; `nil` for none.
        var certificate: CertificateFiles?
        /// The path of a PEM file; `nil` for the system's authorities.
        var authoritiesFile: String?
        var token: Token?
        var apiKeyHeader: String?
        var apiKeyFile: String?
        var signature: Signature?
        /// The key to which the bank binds tokens; its id is not sent.
        var proofKey: Key?
        var authorization: Authorization?
        var headers: HTTPFields = [:]
        var timeout: Duration

        init(server: HTTPSURL, timeout: Duration) { (self.server, self.timeout) = (server, timeout) }
    }

    static func banks(
        _ reading: Reading, partners: [String: Set<String>], _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> [String: Bank] {
        try reading.atMost(100, "banks")
        var banks: [String: Bank] = [:]
        for (name, entry) in try reading.members() {
            guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D }) else {
                throw entry.refusal("has a name that is not 1 to 32 letters, digits and hyphens")
            }
            var bank = try bank(entry, path)
            if let list = entry.member("partners") {
                bank.partners = []
                for element in try list.elements() {
                    guard partners[try element.text()] != nil else {
                        throw element.refusal("names a partner that is not in partners")
                    }
                    bank.partners?.insert(try element.text())
                }
            } else if partners.count > 1 {
                throw entry.refusal("has no partners; with several partners, name those whose apps may call the bank")
            }
            bank.authorization = try entry.member("authorization").map { [bank] member throws(Refusal) in
                try bankAuthorization(member, of: bank, partners: partners, path)
            }
            banks[name] = bank
        }
        return banks
    }

    private static func bank(
        _ reading: Reading, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Bank {
        try reading.onlyMembers([
            "server", "partners", "clientCertificate", "authoritiesFile", "token", "apiKey", "signature", "headers",
            "timeoutSeconds", "dpop", "authorization",
        ])
        let server = try reading.required("server")
        guard try server.address().query == nil else { throw server.refusal("has a query") }
        var bank = Bank(
            server: try server.address(),
            timeout: .seconds(try reading.member("timeoutSeconds")?.whole(in: 1...60) ?? 20))
        if let member = reading.member("clientCertificate") {
            try member.onlyMembers(["certificateFile", "keyFile"])
            bank.certificate = CertificateFiles(
                certificateFile: try path(member.required("certificateFile")),
                keyFile: try path(member.required("keyFile")))
        }
        bank.authoritiesFile = try reading.member("authoritiesFile").map(path)
        bank.token = try reading.member("token").map { member throws(Refusal) in
            try token(member, hasCertificate: bank.certificate != nil, path)
        }
        if let member = reading.member("apiKey") {
            try member.onlyMembers(["header", "keyFile"])
            bank.apiKeyHeader = try headerName(member.required("header"))
            bank.apiKeyFile = try path(member.required("keyFile"))
        }
        bank.signature = try reading.member("signature").map { member throws(Refusal) in
            try member.onlyMembers(["keyFile", "keyId", "algorithm", "issuer", "trustAnchor"])
            return Bank.Signature(
                key: try key(member, path), issuer: try member.required("issuer").text(),
                trustAnchor: try member.required("trustAnchor").text())
        }
        if let member = reading.member("dpop") {
            try member.onlyMembers(["keyFile", "algorithm"])
            bank.proofKey = Bank.Key(
                file: try path(member.required("keyFile")), id: "", algorithm: try algorithm(member, or: .es256))
        }
        for (name, value) in try reading.member("headers")?.members() ?? [] {
            guard HTTPFields.isSafe(name: name, value: try value.text()) else {
                throw value.refusal("is not a header field that may be sent")
            }
            bank.headers.add(name, try value.text())
        }
        return bank
    }

    private static func token(
        _ reading: Reading, hasCertificate: Bool, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Bank.Token {
        try reading.onlyMembers([
            "address", "clientId", "scope", "secretFile", "keyFile", "keyId", "algorithm", "audience",
        ])
        let authentication: Bank.Authentication
        switch (reading.member("secretFile"), reading.member("keyFile")) {
        case (let secret?, nil): authentication = .secretFile(try path(secret))
        case (nil, _?):
            authentication = .key(try key(reading, path), audience: try reading.required("audience").text())
        case (nil, nil):
            guard hasCertificate else {
                throw reading.refusal("names neither secretFile nor keyFile, and the bank has no clientCertificate")
            }
            authentication = .certificate
        case (_?, _?): throw reading.refusal("must not have both secretFile and keyFile")
        }
        return Bank.Token(
            address: try reading.required("address").address(), clientID: try reading.required("clientId").text(),
            scope: try reading.member("scope")?.text(), authentication: authentication)
    }

    static func key(
        _ reading: Reading, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Bank.Key {
        let id = try reading.required("keyId")
        guard JWKSet.isKeyID(try id.text()) else {
            throw id.refusal("is not 1 to 128 visible ASCII characters without quotes and backslashes")
        }
        return Bank.Key(
            file: try path(reading.required("keyFile")), id: try id.text(),
            algorithm: try algorithm(reading, or: .ps256))
    }

    private static func algorithm(
        _ reading: Reading, or usual: SignatureAlgorithm
    ) throws(Refusal) -> SignatureAlgorithm {
        guard let member = reading.member("algorithm") else { return usual }
        guard let named = SignatureAlgorithm(rawValue: try member.text()), [.ps256, .es256].contains(named) else {
            throw member.refusal("is neither PS256 nor ES256")
        }
        return named
    }

    private static func headerName(_ reading: Reading) throws(Refusal) -> String {
        let name = try reading.text()
        guard HTTPFields.isSafe(name: name, value: "x"), name.lowercased() != "authorization" else {
            throw reading.refusal("is not the name of a header for an API key")
        }
        return name
    }
}
