import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import Testing

@testable import JourneyGateway

/// Sends pushes over the network like the gateway: HTTP/2 with the pass type's certificate, to a fake APNs.
@Suite(
    "Pushes to a fake APNs", .timeLimit(.minutes(10)),
    .enabled(if: FakePushService.python != nil, Comment(rawValue: FakePushService.missing)))
struct FakePushServiceTests {
    private static let type = PassUpdateFixture.type

    @Test("a push is accepted for the pass type with an empty payload over HTTP/2 and its certificate")
    func taken() async throws {
        try await FakePushServiceFixture.visit { pushService in
            #expect(try await pushService.client().push(to: FakePushServiceFixture.token(1)) == .taken)
            let push = try #require(try await pushService.pushes().first)
            #expect(push["token"]?.string == FakePushServiceFixture.token(1) && push["body"]?.string == "{}")
            #expect(push["topic"]?.string == Self.type && push["certificate"]?.string == Self.type)
            #expect(push["push-type"] == "background" && push["priority"] == "5")
        }
    }

    @Test("many pushes share one connection within its stream limit", arguments: [100, 10])
    func multiplexed(streams: Int) async throws {
        try await FakePushServiceFixture.visit(streams: streams) { pushService in
            let client = try pushService.client()
            let verdicts = try await withThrowingTaskGroup(of: PushVerdict.self) { group in
                for index in 0..<90 { group.addTask { try await client.push(to: FakePushServiceFixture.token(index)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(verdicts == Array(repeating: .taken, count: 90))
            let pushes = try await pushService.pushes()
            #expect(Set(pushes.compactMap { $0["token"]?.string }).count == 90 && pushes.count == 90)
            let connections = Set(pushes.compactMap { $0["connection"]?.int64 })
            // With a lower limit, the client opens more connections.
            #expect(streams == 100 ? connections.count == 1 : connections.count <= 16)
        }
    }

    @Test("each refusal of the push service maps to its verdict")
    func refused() async throws {
        try await FakePushServiceFixture.visit { pushService in
            let client = try pushService.client()
            for (fault, verdict) in [
                (["kind": "answer", "status": 410, "reason": "Unregistered", "timestamp": 77], .gone(since: 77)),
                (["kind": "answer", "status": 400, "reason": "BadDeviceToken"], .gone(since: nil)),
                (["kind": "answer", "status": 429, "reason": "TooManyRequests", "retryAfter": 9], .later(.seconds(9))),
                (
                    ["kind": "answer", "status": 503, "reason": "ServiceUnavailable", "retryAfter": 3],
                    .down(.seconds(3))
                ),
                (["kind": "answer", "status": 500, "reason": "InternalServerError"], .down(nil)),
                (["kind": "reset"], .down(nil)), (["kind": "cut"], .down(nil)), (["kind": "goaway"], .taken),
                (["kind": "slow", "milliseconds": 300], .taken),
            ] as [(JSONValue, PushVerdict)] {
                try await pushService.fail([fault])
                #expect(try await client.push(to: FakePushServiceFixture.token(1)) == verdict, "\(fault.compactText)")
                // The next push is accepted, over a new connection if needed.
                #expect(
                    try await client.push(to: FakePushServiceFixture.token(2)) == .taken, "after \(fault.compactText)")
            }
        }
    }

    @Test("a push service that does not answer is given up in time")
    func silent() async throws {
        try await FakePushServiceFixture.visit { pushService in
            try await pushService.fail([["kind": "silent"]])
            // Long enough for a handshake on a busy machine: a push that never arrives would leave the fault to the next one.
            #expect(
                try await pushService.client(timeout: .seconds(5)).push(to: FakePushServiceFixture.token(1))
                    == .down(nil))
            #expect(try await pushService.client().push(to: FakePushServiceFixture.token(1)) == .taken)
        }
    }

    @Test("a foreign, untrusted, expired or missing client certificate is shut out")
    func otherCertificates() async throws {
        try await FakePushServiceFixture.visit { pushService in
            let foreign = try pushService.authority.identity("pass.com.example.other")
            #expect(
                try await pushService.client(foreign).push(to: FakePushServiceFixture.token(1))
                    == .shutOut("TopicDisallowed"))
            let stranger = try PassAuthority().identity(Self.type)
            #expect(
                try await pushService.client(stranger).push(to: FakePushServiceFixture.token(1)) == .shutOut("TLS_FAIL")
            )
            let old = try pushService.authority.identity(Self.type, notAfter: Date() - 60)
            #expect(try await pushService.client(old).push(to: FakePushServiceFixture.token(1)) == .shutOut("TLS_FAIL"))
            let nobody = try pushService.client(over: CurlTransport(trust: pushService.trust))
            #expect(try await nobody.push(to: FakePushServiceFixture.token(1)) == .shutOut("MissingProviderToken"))
            #expect(try await pushService.pushes().compactMap { $0["status"]?.int64 }.contains(200) == false)
        }
    }

    @Test("a push service with another name or an untrusted certificate receives no push")
    func otherServices() async throws {
        try await FakePushServiceFixture.visit { pushService in
            #expect(
                try await pushService.client(host: "127.0.0.1").push(to: FakePushServiceFixture.token(1))
                    == .shutOut("TLS_FAIL"))
            let believing = CurlTransport(
                trust: .system, presenting: try pushService.authority.identity(Self.type), requiresHTTP2: true)
            #expect(
                try await pushService.client(over: believing).push(to: FakePushServiceFixture.token(1))
                    == .shutOut("TLS_FAIL")
            )
            #expect(try await pushService.pushes().isEmpty)
        }
    }

    @Test("pushes survive an unavailable service and reach each device when it returns")
    func back() async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            for index in 0..<20 {
                _ = try await fixture.register(
                    "a", device: "device-\(index)", pushToken: FakePushServiceFixture.token(index))
            }
            var pushService = try await FakePushServiceFixture()
            let worker = PushQueue.worker([try pushService.lane(fixture)], fixture.dependencies)
            try await fixture.change("a")
            await pushService.standIn.end()
            await worker.round()
            #expect(try await fixture.store.waitingPushes() == 20)
            pushService = try await FakePushServiceFixture(at: pushService.standIn.port, of: pushService.authority)
            try await pushService.fail([["kind": "cut", "token": .string(FakePushServiceFixture.token(7))]])
            for _ in 0..<20 where try await fixture.store.waitingPushes() > 0 {
                fixture.pass(.seconds(300))
                await worker.round()
            }
            let taken = try await pushService.pushes().filter { $0["status"] == 200 }.compactMap { $0["token"]?.string }
            #expect(Set(taken) == Set((0..<20).map(FakePushServiceFixture.token)))
            #expect(try await fixture.store.waitingPushes() == 0)
            await pushService.standIn.end()
        }
    }

    @Test("a wallet waiting at the fake APNs receives its push")
    func waiting() async throws {
        try await FakePushServiceFixture.visit { pushService async throws in
            async let heard = pushService.ask("/standin/devices/\(FakePushServiceFixture.token(3))/pushes?after=0")
            #expect(try await pushService.client().push(to: FakePushServiceFixture.token(3)) == .taken)
            #expect(try await heard == ["count": 1, "topics": [.string(Self.type)]])
        }
    }
}

/// A certificate authority like Apple's, with a root and an intermediate, for pass-type certificates.
struct PassAuthority {
    let root: CertificateAuthority
    private let between: CertificateAuthority
    var rootPEM: String { root.certificate.pem }

    init() throws {
        let (begin, end) = (Date() - 86_400, Date() + 86_400)
        func signer() throws -> CertificateSigner { CertificateSigner(try P256PrivateKey.generate()) }
        root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Root"]), signer: signer(), notBefore: begin, notAfter: end)
        between = try root.intermediate(
            subject: DistinguishedName([.commonName: "Between"]), signer: signer(), notBefore: begin, notAfter: end)
    }

    /// The attribute with the pass type in certificates (RFC 4519, section 2.39).
    private static let userID = OID(0, 9, 2_342, 19_200_300, 100, 1, 1)
    private static let key = Result { try RSAPrivateKey.generate() }

    /// Issues a certificate for passes of `type`, via a PKCS #12 file as operators use.
    func identity(_ type: String, notAfter: Date = Date() + 3_600) throws -> SigningIdentity {
        let key = try Self.key.get()
        let certificate = try between.issue(
            CertificateContent(
                subject: try DistinguishedName([
                    PassAuthority.userID: type, .commonName: "Pass Type ID: \(type)", .organizationalUnit: "ABCDE12345",
                ]), spki: key.publicKey.spki, notBefore: Date() - 86_000, notAfter: notAfter,
                extensions: [.keyUsage(.digitalSignature), .extendedKeyUsage([.clientAuth])]))
        let made = try SigningIdentity(
            certificatesPEM: certificate.pem + between.certificate.pem, keyPEM: try key.pem())
        let password = Secret(copying: "example".utf8)
        return try SigningIdentity(pkcs12: try made.pkcs12(password: password, name: "pass"), password: password)
    }
}

/// A fake APNs, its trusted authorities, and its clients.
struct FakePushServiceFixture {
    let authority: PassAuthority
    let standIn: FakePushService
    let trust: TLSTrust

    private static let server = Result { try Self.makeServer() }

    private static func makeServer() throws -> (authority: DevelopmentAuthority, identity: DevelopmentIdentity) {
        let (begin, end) = (Date() - 3_600, Date() + 86_400)
        let authority = try DevelopmentAuthority(notBefore: begin, notAfter: end)
        return (authority, try authority.issue(names: ["push.localhost"], notBefore: begin, notAfter: end))
    }

    static func token(_ index: Int) -> String { String(repeating: Hex.encode([UInt8(index)]), count: 32) }

    static func visit(streams: Int = 100, _ body: (FakePushServiceFixture) async throws -> Void) async throws {
        let pushService = try await FakePushServiceFixture(streams: streams)
        try await body(pushService)
        await pushService.standIn.end()
    }

    init(at port: Int = 0, streams: Int = 100, of authority: PassAuthority? = nil) async throws {
        let server = try Self.server.get()
        self.authority = try authority ?? PassAuthority()
        trust = TLSTrust(authorities: [server.authority.identity.certificatePEM])
        standIn = try await FakePushService.start(
            certificatePEM: server.identity.certificatePEM, keyPEM: server.identity.keyPEM,
            authoritiesPEM: self.authority.rootPEM, port: port, streams: streams)
    }

    private func origin(_ host: String = "push.localhost") throws -> Origin {
        try #require(Origin(scheme: "https", host: host, port: standIn.port))
    }

    func client(
        _ identity: SigningIdentity? = nil, over transport: (any HTTPTransport)? = nil, host: String = "push.localhost",
        timeout: Duration = .seconds(20)
    ) throws -> PushClient {
        PushClient(
            service: try origin(host), type: PassUpdateFixture.type, transport: try transport ?? network(identity),
            timeout: timeout, now: { Date() })
    }

    func network(_ identity: SigningIdentity? = nil) throws -> any HTTPTransport {
        CurlTransport(
            trust: trust, presenting: try identity ?? authority.identity(PassUpdateFixture.type), requiresHTTP2: true)
    }

    func lane(_ fixture: PassUpdateFixture) throws -> PushQueue {
        PushQueue(
            PassUpdateFixture.type, to: try origin(), over: try network(), store: fixture.store,
            dependencies: fixture.dependencies)
    }

    /// Returns the pushes received by the fake service.
    func pushes() async throws -> [JSONValue] { try #require(try await ask("/standin/pushes")["pushes"]?.array) }

    /// Returns the fake service's record of pushes to the first device once there are more than `count`, however long it takes; a
    /// single request waits for up to twenty seconds.
    func heard(after count: Int64) async throws -> JSONValue {
        while true {
            let told = try await ask("/standin/devices/\(FakePushServiceFixture.token(1))/pushes?after=\(count)")
            if let number = told["count"]?.number?.int64, number > count { return told }
        }
    }

    /// Sets the faults of the next pushes.
    func fail(_ faults: JSONValue) async throws { _ = try await ask("/standin/faults", faults) }

    func ask(_ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        let url = try #require(HTTPSURL(origin: try origin(), path: parts[0], query: parts.count > 1 ? parts[1] : nil))
        let response = try await CurlTransport(trust: trust).send(
            HTTPRequest(method: body == nil ? .get : .put, url: url, body: body?.compactBytes ?? []),
            options: HTTPOptions(timeout: .seconds(30), bodyLimit: 8 << 20))
        try #require((200...204).contains(response.status))
        return response.body.isEmpty ? .null : try JSONReader.read(response.body)
    }
}
