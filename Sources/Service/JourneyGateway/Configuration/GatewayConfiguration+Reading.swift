import JourneyBase
import JourneyLanguage
import JourneyServer

extension GatewayConfiguration {
    init(_ file: Reading, folder: String, environment given: String? = nil) throws(Refusal) {
        try file.onlyMembers([
            "environment", "listen", "server", "tls", "database", "keys", "publishedFolder", "partners",
            "contextTokensFile", "identity", "proofCheckersFile", "attestation", "banks", "cards", "passes",
            "telemetry", "log",
            "shutdown",
        ])
        func path(_ reading: Reading) throws(Refusal) -> String {
            let text = try reading.text()
            guard !text.utf8.contains(0), text.utf8.count <= 1_024 else {
                throw reading.refusal("is not a valid file path")
            }
            return text.hasPrefix("/") ? text : folder + "/" + text
        }
        environment = try GatewayConfiguration.environment(file, given)
        let listen = try file.required("listen")
        try listen.onlyMembers(["address", "port", "publicPort", "names"])
        publicPort = try listen.member("publicPort")?.whole(in: 1...65_535)
        names = try GatewayConfiguration.names(listen.required("names"))
        server = try ServerReading(path: path).server(listen: listen, file.member("server"))
        if server.listeners.allSatisfy(\.isPlain), file.member("tls") == nil {
            certificates = []
        } else {
            certificates = try GatewayConfiguration.certificates(file.required("tls"), path)
        }
        store = try GatewayConfiguration.store(file.required("database"), path)
        let keys = try file.required("keys")
        try keys.onlyMembers(["manifestsFile", "manifestAnchorFile", "remoteConfigurationFile"])
        manifestKeysFile = try path(keys.required("manifestsFile"))
        manifestAnchorFile = try path(keys.required("manifestAnchorFile"))
        remoteKeysFile = try path(keys.required("remoteConfigurationFile"))
        publishedFolder = try path(file.required("publishedFolder"))
        partners = try GatewayConfiguration.partners(file.required("partners"))
        access = try GatewayConfiguration.access(file, isProduction: environment == "production", partners, path)
        proofCheckersFile = nil
        if let member = file.member("proofCheckersFile") { proofCheckersFile = try path(member) }
        attestation = nil
        if let member = file.member("attestation") {
            attestation = try GatewayConfiguration.attestation(
                member, isProduction: environment == "production", partners: partners, path)
        }
        banks = [:]
        if let member = file.member("banks") {
            banks = try GatewayConfiguration.banks(member, partners: partners, path)
        }
        cards = nil
        if let member = file.member("cards") {
            cards = try GatewayConfiguration.cards(member, environment: environment, partners: partners, path)
        }
        passes = nil
        if let member = file.member("passes") {
            passes = try GatewayConfiguration.passes(member, names: names, environment: environment, path)
        }
        let telemetry = file.member("telemetry")
        try telemetry?.onlyMembers(["retentionDays"])
        telemetryRetention = .seconds(86_400 * (try telemetry?.required("retentionDays").whole(in: 1...3_650) ?? 30))
        requestLog =
            try file.member("log").map { log throws(Refusal) in
                try GatewayConfiguration.requestLog(log, path)
            } ?? RequestLog()
        let shutdown = file.member("shutdown")
        try shutdown?.onlyMembers(["noticeSeconds", "graceSeconds"])
        notice = .seconds(try shutdown?.required("noticeSeconds").whole(in: 0...300) ?? 0)
        grace = .seconds(try shutdown?.required("graceSeconds").whole(in: 1...300) ?? 10)
    }

    private static func requestLog(
        _ reading: Reading, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> RequestLog {
        try reading.onlyMembers(["addresses", "pseudonymKeyFile"])
        var log = RequestLog()
        if let member = reading.member("addresses") {
            guard let addresses = RequestLogPolicy.Addresses(rawValue: try member.text()) else {
                throw member.refusal("is not one of full, truncated and none")
            }
            log.addresses = addresses
        }
        if let member = reading.member("pseudonymKeyFile") { log.pseudonymKeyFile = try path(member) }
        return log
    }

    /// Returns the file's environment, or the one given to the process if the file has none.
    private static func environment(_ file: Reading, _ given: String?) throws(Refusal) -> String {
        guard let member = file.member("environment") else {
            guard let given else { return try file.required("environment").text() }
            guard ["sandbox", "production"].contains(given) else {
                throw file.refusal("is read for an environment that is neither sandbox nor production")
            }
            return given
        }
        let environment = try member.text()
        guard ["sandbox", "production"].contains(environment) else {
            throw member.refusal("is neither sandbox nor production")
        }
        guard environment == given ?? environment else {
            throw member.refusal("differs from the environment given to the process")
        }
        return environment
    }

    private static func attestation(
        _ reading: Reading, isProduction: Bool, partners: [String: Set<String>],
        _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Attestation {
        try reading.onlyMembers(["appIds", "rootsFile", "development", "revokedKeysFile"])
        let lists = try reading.required("appIds")
        var appIDs: [String: Set<String>] = [:]
        for (partner, list) in try lists.members() {
            guard partners[partner] != nil else { throw list.refusal("names a partner that is not in partners") }
            appIDs[partner] = try apps(list)
        }
        guard !appIDs.isEmpty else { throw lists.refusal("is empty; remove attestation instead") }
        var acceptsDevelopment = false
        if let member = reading.member("development") {
            acceptsDevelopment = try member.flag()
            guard !(acceptsDevelopment && isProduction) else {
                throw member.refusal("is true in production, where development attestations are not accepted")
            }
        }
        return Attestation(
            appIDs: appIDs, rootsFile: try reading.member("rootsFile").map(path),
            acceptsDevelopment: acceptsDevelopment,
            revokedKeysFile: try reading.member("revokedKeysFile").map(path))
    }

    private static func apps(_ list: Reading) throws(Refusal) -> Set<String> {
        try list.atMost(100, "apps")
        var apps: Set<String> = []
        for element in try list.elements() {
            let app = try element.text()
            let parts = app.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].utf8.count == 10, !parts[1].isEmpty, app.utf8.count <= 255,
                app.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw element.refusal("is not an app id: ten characters of a team id, a dot, a bundle id") }
            guard apps.insert(app).inserted else { throw element.refusal("appears twice") }
        }
        guard !apps.isEmpty else { throw list.refusal("is empty; remove the partner instead") }
        return apps
    }

    private static func names(_ reading: Reading) throws(Refusal) -> Set<String> {
        try reading.atMost(32, "names")
        var names: Set<String> = []
        for element in try reading.elements() {
            let name = try element.text()
            guard let origin = Origin(scheme: "https", host: name, port: 443), origin.host == name else {
                throw element.refusal("is not a host name in lower case")
            }
            guard names.insert(name).inserted else { throw element.refusal("appears twice") }
        }
        guard !names.isEmpty else { throw reading.refusal("is empty; a gateway serves only requests to its names") }
        return names
    }

    private static func partners(_ reading: Reading) throws(Refusal) -> [String: Set<String>] {
        try reading.atMost(1_000, "partners")
        var partners: [String: Set<String>] = [:]
        // The same characters that apps may use in their configuration.
        func isID(_ text: String) -> Bool {
            (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
        for (name, list) in try reading.members() {
            try list.atMost(1_000, "clients")
            guard isID(name) else {
                throw list.refusal("has a partner id that is not 1 to 128 visible ASCII characters")
            }
            var clients: Set<String> = []
            for element in try list.elements() {
                guard isID(try element.text()) else {
                    throw element.refusal("is not 1 to 128 visible ASCII characters")
                }
                clients.insert(try element.text())
            }
            guard !clients.isEmpty else { throw list.refusal("is empty; name at least one client of the partner") }
            partners[name] = clients
        }
        guard !partners.isEmpty else { throw reading.refusal("is empty; name at least one partner with a client") }
        return partners
    }

    private static func store(
        _ reading: Reading, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Store {
        try reading.onlyMembers(["sqliteFile", "postgresql"])
        switch (reading.member("sqliteFile"), reading.member("postgresql")) {
        case (let file?, nil): return .sqlite(file: try path(file))
        case (nil, let server?): return try postgreSQL(server, path)
        default: throw reading.refusal("must have either sqliteFile or postgresql")
        }
    }

    private static func postgreSQL(
        _ server: Reading, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Store {
        let common: Set<String> = ["port", "database", "user", "passwordFile"]
        let database = try server.required("database").text()
        let user = try server.required("user").text()
        let passwordFile = try path(server.required("passwordFile"))
        let port = try server.member("port")?.whole(in: 1...65_535) ?? 5_432
        if let folder = server.member("socketFolder") {
            try server.onlyMembers(common.union(["socketFolder"]))
            return .socket(
                folder: try path(folder), port: port, database: database, user: user, passwordFile: passwordFile)
        }
        try server.onlyMembers(common.union(["host", "authoritiesFile"]))
        return .server(
            host: try server.required("host").text(), port: port,
            authoritiesFile: try path(server.required("authoritiesFile")), database: database, user: user,
            passwordFile: passwordFile)
    }
}
