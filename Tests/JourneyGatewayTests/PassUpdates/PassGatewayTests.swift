import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyServer
import Testing
import WalletPass

@testable import JourneyGateway

@Suite(
    "A gateway with pass updates", .timeLimit(.minutes(10)),
    .enabled(if: FakePushService.python != nil, Comment(rawValue: FakePushService.missing)))
struct PassGatewayTests {
    private static let type = PassUpdateFixture.type

    /// A wallet that calls the service over TLS.
    private struct Wallet {
        let client: GatewayFixture.Client
        let pass: StoredPass

        func ask(
            _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, since date: String? = nil
        ) async throws -> HTTPResponse {
            var headers: HTTPFields = ["Authorization": "ApplePass \(pass.authenticationToken)"]
            if body != nil { headers["Content-Type"] = "application/json" }
            if let date { headers["If-Modified-Since"] = date }
            let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
            let url = try #require(
                HTTPSURL(
                    origin: client.origin, path: "/wallet/v1" + parts[0], query: parts.count > 1 ? parts[1] : nil))
            return try await client.transport.send(
                HTTPRequest(method: method, url: url, headers: headers, body: body?.compactBytes ?? []),
                options: HTTPOptions())
        }

        func register() async throws -> Int {
            try await ask(
                .post, "/devices/device-1/registrations/\(PassGatewayTests.type)/\(pass.serialNumber)",
                ["pushToken": .string(FakePushServiceFixture.token(1))]
            ).status
        }

        /// Returns the changed passes; null for 204.
        func updated(since tag: String?) async throws -> JSONValue {
            let query = tag.map { "?passesUpdatedSince=\($0)" } ?? ""
            let response = try await ask(.get, "/devices/device-1/registrations/\(PassGatewayTests.type)\(query)")
            return response.status == 204 ? .null : try JSONReader.read(response.body)
        }

        func latest(since date: String? = nil) async throws -> HTTPResponse {
            try await ask(.get, "/passes/\(PassGatewayTests.type)/\(pass.serialNumber)", since: date)
        }
    }

    /// Runs a gateway with passes that pushes to a fake service, with an administrator and a wallet with one pass.
    private func run(
        keepingIn store: GatewayFolder.Store = .sqlite, files: [String: [UInt8]] = [:],
        _ body: (GatewayFolder, Gateway, PassAdministration, FakePushServiceFixture, Wallet) async throws -> Void
    ) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            let pushService = try await FakePushServiceFixture()
            try folder.writePasses(pushService, files: files)
            let gateway = try await Gateway.start(
                configuration: folder.file,
                pushTransport: { identity, authorities in
                    CurlTransport(
                        trust: TLSTrust(authorities: authorities), presenting: identity, requiresHTTP2: true)
                })
            do {
                let admin = try await PassAdministration.open(configuration: folder.file)
                defer { admin.close() }
                let now = Date()
                try await admin.store.addClient("acme", now: now)
                try await admin.store.addType(
                    Self.type, of: "acme", team: "ABCDE12345", organization: "Acme", now: now)
                try await admin.store.addTag("TICKET-001", of: "acme", now: now)
                let pass = try await admin.store.addPass(
                    .init(holder: "ada", type: Self.type, serial: "S-1", values: ["name": "Ada"]), on: "TICKET-001",
                    of: "acme")
                let client = GatewayFixture.Client(
                    transport: CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])),
                    origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port)))
                try await body(folder, gateway, admin, pushService, Wallet(client: client, pass: pass))
                await gateway.stop()
            } catch {
                await gateway.stop()
                throw error
            }
            await pushService.standIn.end()
        }
    }

    @Test(
        "a changed pass is pushed, listed as changed, and served with a valid signature",
        arguments: GatewayFolder.Store.available)
    func whole(store: GatewayFolder.Store) async throws {
        try await run(keepingIn: store) { _, _, admin, pushService, wallet in
            #expect(try await wallet.register() == 201)
            let first = try await wallet.updated(since: nil)
            let old = try await wallet.latest()
            #expect(old.status == 200 && old.headers["Content-Type"] == "application/vnd.apple.pkpass")
            let date = try #require(old.headers["Last-Modified"])
            let tag = try #require(first["lastUpdated"]?.string)
            #expect(try await wallet.updated(since: tag) == .null)
            // The registration sends one push.
            #expect(try await pushService.heard(after: 0)["count"] == 1)
            async let heard = pushService.heard(after: 1)
            try await admin.store.changePass(
                on: "TICKET-001", of: "acme", values: ["name": "Ada Lovelace"], now: Date())
            #expect(try await heard["topics"] == [.string(Self.type), .string(Self.type)])
            let news = try await wallet.updated(since: tag)
            #expect(news["serialNumbers"] == ["S-1"])
            let new = try await wallet.latest(since: date)
            #expect(new.status == 200)
            let verifier = PassVerifier(anchors: [try TrustAnchor(pushService.authority.root.certificate)])
            let pass = try verifier.verify(new.body, at: Date())
            #expect(String(decoding: pass.files["pass.json"] ?? [], as: UTF8.self).contains("Ada Lovelace"))
            let last = try #require(news["lastUpdated"]?.string)
            #expect(try await wallet.updated(since: last) == .null)
            let pushes = try await pushService.pushes()
            #expect(pushes.count == 2 && pushes.allSatisfy { $0["certificate"]?.string == Self.type })
        }
    }

    @Test("a voided pass is pushed like any change and marked as void")
    func voided() async throws {
        try await run { _, _, admin, pushService, wallet in
            #expect(try await wallet.register() == 201)
            // The registration sends one push.
            #expect(try await pushService.heard(after: 0)["count"] == 1)
            async let heard = pushService.heard(after: 1)
            try await admin.store.changePass(on: "TICKET-001", of: "acme", isVoided: true, now: Date())
            #expect(try await heard["count"] == 2)
            let verifier = PassVerifier(anchors: [try TrustAnchor(pushService.authority.root.certificate)])
            let pass = try verifier.verify(try await wallet.latest().body, at: Date())
            #expect(try JSONReader.read(pass.files["pass.json"] ?? [])["voided"] == true)
        }
    }

    @Test("a personalisation token is signed only for a pass that requires personalisation")
    func personalized() async throws {
        let request: JSONValue = [
            "personalizationToken": "dG9rZW4=", "requiredPersonalizationInfo": ["fullName": "Ada"],
        ]
        try await run { _, _, _, _, wallet async throws in
            #expect(try await wallet.ask(.post, "/passes/\(Self.type)/S-1/personalize", request).status == 404)
        }
        let asking: [String: [UInt8]] = [
            "personalization.json": Array(
                #"{"description":"Join","requiredPersonalizationFields":["PKPassPersonalizationFieldName"]}"#.utf8),
            "personalizationLogo.png": PassServiceFixture.template["icon.png"] ?? [],
        ]
        try await run(files: asking) { _, _, _, pushService, wallet in
            let answer = try await wallet.ask(.post, "/passes/\(Self.type)/S-1/personalize", request)
            #expect(answer.status == 200 && answer.headers["Content-Type"] == "application/octet-stream")
            let validator = CertificateValidator(
                anchors: [try TrustAnchor(pushService.authority.root.certificate)], profile: .signer)
            let verified = try CMSSignedData(answer.body).verify(
                Array("dG9rZW4=".utf8), validator: validator, at: Date())
            #expect(PassSignerNames(verified.path.leaf)?.passTypeIdentifier == Self.type)
        }
    }

    @Test(
        "updates work without APNs; a reload that adds it sends waiting pushes; a program without network cannot start"
    )
    func configured() async throws {
        try await run { folder, gateway, admin, pushService, wallet in
            try folder.writePasses(pushService, apns: nil)
            try await gateway.reload()
            #expect(try await wallet.register() == 201)
            try await admin.store.changePass(on: "TICKET-001", of: "acme", values: ["name": "B"], now: Date())
            #expect(try await pushService.pushes().isEmpty)
            async let heard = pushService.heard(after: 0)
            try folder.writePasses(pushService)
            try await gateway.reload()
            #expect(try await heard["count"] == 1)
            let code = await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) }
            #expect(code == .configurationInvalid)
        }
    }

    private static let settings: [(JSONValue, String, String?)] = [
        ([:], "production", nil), (["address": "https://api.push.apple.com"], "production", nil),
        (["address": "https://api.push.apple.com:2197"], "production", nil),
        (["address": "https://push.localhost:8443"], "sandbox", nil),
        (["address": "https://push.localhost:8443"], "production", "is not Apple's"),
        (["address": "https://api.push.apple.com:8443"], "production", "is not Apple's"),
        (["address": "https://api.push.apple.com.evil.example"], "production", "is not Apple's"),
        (["address": "https://api.sandbox.push.apple.com"], "production", "is not Apple's host"),
        (["address": "https://api.sandbox.push.apple.com"], "sandbox", "is not Apple's host"),
        (["address": "https://api.development.push.apple.com"], "sandbox", "is not Apple's host"),
        (["address": "http://api.push.apple.com"], "production", ""),
        (
            ["address": "https://api.push.apple.com/3/device"], "production",
            "is not a plain origin: remove path and query"
        ),
        (["authoritiesFile": "own.pem"], "production", "is not allowed in production"), (["host": "x"], "sandbox", ""),
    ]

    @Test("pushes go to Apple in production and nowhere else", arguments: settings.indices)
    func addresses(index: Int) throws {
        let (apns, environment, fault) = Self.settings[index]
        var members = GatewayFolder.configuration(in: environment)
        members["passes"] = GatewayFolder.passes(apns: apns)
        let read = {
            try GatewayConfiguration(reading: JSONValue.object(members).compactBytes, folder: "/tmp").passes?.pushes
        }
        guard let fault else {
            let service = try #require(try read()?.service)
            #expect(apns["address"].map { "https://\($0.string?.dropFirst(8) ?? "")" == "\(service)" } ?? true)
            return
        }
        let error = #expect(throws: JourneyError.self) { try read() }
        #expect(error?.code == .configurationInvalid && (fault.isEmpty || error?.message.contains(fault) == true))
    }
}

extension GatewayFolder {
    /// Returns `passes` of a configuration.
    static func passes(apns: JSONValue?) -> JSONValue {
        var passes: [String: JSONValue] = [
            "host": "gateway.localhost",
            "types": [
                PassUpdateFixture.type: [
                    "pkcs12File": "passes/ticket.p12", "passwordFile": "passes/password",
                    "templateFolder": "passes/ticket",
                ]
            ],
        ]
        passes["apns"] = apns
        return .object(passes)
    }

    /// Adds passes of one type to the configuration, with pushes to a fake service, and writes their files.
    func writePasses(_ pushService: FakePushServiceFixture, files: [String: [UInt8]] = [:]) throws {
        try writePasses(
            pushService, files: files,
            apns: [
                "address": .string("https://push.localhost:\(pushService.standIn.port)"),
                "authoritiesFile": "passes/push.pem",
            ])
    }

    func writePasses(_ pushService: FakePushServiceFixture, files: [String: [UInt8]] = [:], apns: JSONValue?) throws {
        let password = "example-password"
        let identity = try pushService.authority.identity(PassUpdateFixture.type)
        try write(
            "passes/ticket.p12", try identity.pkcs12(password: Secret(copying: password.utf8), name: "ticket"),
            mode: 0o600)
        try write("passes/password", Array(password.utf8), mode: 0o600)
        try write("passes/push.pem", Array(pushService.trust.authorities.joined().utf8))
        for (name, bytes) in PassServiceFixture.template.merging(files, uniquingKeysWith: { $1 }) {
            try write("passes/ticket/\(name)", bytes)
        }
        var members = try JSONReader.read([UInt8](Data(contentsOf: URL(filePath: file)))).object ?? [:]
        members["passes"] = Self.passes(apns: apns)
        try write("gateway.json", JSONValue.object(members).compactBytes)
    }
}
