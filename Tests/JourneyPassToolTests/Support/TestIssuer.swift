import Foundation
import JourneyBase
import JourneyCrypto
import JourneySandbox
import JourneyTesting
import Synchronization
import TestSupport

@testable import JourneyPassTool
@testable import WalletPass

/// An issuer's service in this process: the callback and the pass web service, correct unless the test changes its behaviour.
final class TestIssuer: HTTPService {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let address = "https://passes.example.com/callback"
    /// The API's token, the user name in HTTP Basic.
    static let apiToken = "token-of-the-client"

    /// The behaviour, as changed by the test.
    struct Mood {
        var status = 200
        var mediaType: String? = PassBuilder.mediaType
        /// The response body instead of the pass.
        var body: [UInt8]?
        /// Changes to the members of the pass's content.
        var content: [String: JSONValue?] = [:]
        /// The signer of the pass; `nil` for the issuer.
        var signer: PassIdentity?
        var registration = 201
        /// The serial numbers of passes whose registration is refused.
        var refused: Set<String> = []
        var tag = "1"
        var changed: [String] = []
        var lastModified = "Fri, 15 Jan 2027 08:00:00 GMT"
        /// The values of fields, by key.
        var values: [String: JSONValue] = [:]
    }

    let authority: DevelopmentPassAuthority
    let signer: PassIdentity
    let folder: Scratch
    private let mood = Mutex(Mood())
    private let bound = Mutex<(signed: String, keyHash: String)?>(nil)
    private let heard = Mutex<[HTTPRequest]>([])
    private let pause = Mutex<(@Sendable (HTTPRequest) async -> Void)?>(nil)

    /// The key of all signers, generated only once because that is slow.
    private static let key = Result { try RSAPrivateKey.generate() }
    private let place = Mutex("https://passes.example.com")
    let now: Date

    init(now: Date = TestIssuer.now) throws {
        self.now = now
        authority = try DevelopmentPassAuthority(notBefore: now - 10_000, notAfter: now + 1_000_000)
        signer = try TestIssuer.identity(authority, TestPasses.names, now: now)
        folder = try Scratch()
    }

    static func identity(
        _ authority: DevelopmentPassAuthority, _ names: PassSignerNames, now: Date = TestIssuer.now
    ) throws -> PassIdentity {
        try PassIdentity(
            authority.issue(
                names, organization: "Example", notBefore: now - 9_000, notAfter: now + 900_000, key: key.get()
            ).identity)
    }

    /// Sets the issuer's origin when it listens on a socket.
    func stand(at origin: Origin) { place.withLock { $0 = "\(origin)" } }
    private var base: String { place.withLock(\.self) }
    private var host: String { HTTPSURL(base)?.origin.host ?? "" }

    static func url(_ text: String) throws -> HTTPSURL {
        guard let url = HTTPSURL(text) else { throw JourneyError(.validationFail, "\(text) is no address.") }
        return url
    }

    /// Sets an action between each request and its response.
    func before(_ pause: @escaping @Sendable (HTTPRequest) async -> Void) { self.pause.withLock { $0 = pause } }

    func set(_ change: (inout Mood) -> Void) { mood.withLock { change(&$0) } }
    /// The requests that the device has sent.
    var requests: [HTTPRequest] { heard.withLock(\.self) }
    var signed: String? { bound.withLock { $0?.signed } }

    func wallet(
        in name: String = "wallet", now: Date? = nil,
        confirm: @escaping @Sendable (SandboxWalletApp.Sheet) async -> Bool = { _ in true },
        report: @escaping @Sendable (SandboxWalletApp.Step) -> Void = { _ in }
    ) throws -> SandboxWalletApp {
        SandboxWalletApp(
            folder: try WalletFolder(folder.path + "/" + name), verifier: PassVerifier(anchors: [try authority.anchor]),
            transport: ServiceTransport([try TestIssuer.url(TestIssuer.address).origin: self]),
            dependencies: Dependencies(
                now: { [time = now ?? self.now] in time }, clock: ContinuousClock(), random: Dependencies.system.random),
            confirm: confirm, report: report)
    }

    /// Returns signed binding data, which may be changed, or signed by another signer or at another time.
    func session(
        party: String? = nil, callback: String? = nil, account: String = "acct-1", keyHash: String? = nil,
        created: Date? = nil, signedAt: Date? = nil,
        names: PassSignerNames = TestPasses.names, by other: PassIdentity? = nil
    ) throws -> (data: [UInt8], signature: [UInt8]) {
        let data = IssuerBindingData(
            relyingPartyIdentifier: party ?? host, accountHash: account, keyHash: keyHash, created: created ?? now,
            sessionIdentifier: "s/ 1&x", callback: try TestIssuer.url(callback ?? base + "/callback"), names: names,
            displayableName: "Example")
        return (data.bytes, try (other ?? signer).sign(data.bytes, at: signedAt ?? created ?? now))
    }

    /// Returns the current pass.
    func pass(bound: Bool = true, serial: String? = nil) throws -> [UInt8] {
        let mood = mood.withLock(\.self)
        var change: [String: JSONValue?] = [
            "webServiceURL": .string(base + "/wallet"), "authenticationToken": "0123456789abcdef-token",
        ]
        if let serial { change["serialNumber"] = .string(serial) }
        if bound, let signed {
            change["fidoProfile"] = ["relyingPartyIdentifier": .string(host), "accountHash": "acct-1"]
            change["issuerBindingData"] = ["issuerBindingData": .string(signed)]
            change["barcodes"] = .some(nil)
            change["nfc"] = [
                "message": "m",
                "encryptionPublicKey": .string(
                    Data(try P256PrivateKey.generate().publicKey.spki).base64EncodedString()),
            ]
        }
        let files = try TestPasses.files(change.merging(mood.content) { $1 }, values: mood.values)
        return try PassBuilder(signer: mood.signer ?? signer).build(files, at: now)
    }

    /// Returns the files as a signed pass, without checks.
    func signed(_ files: [String: [UInt8]]) throws -> [UInt8] {
        let manifest = PassManifest.bytes(of: files)
        let own = ["manifest.json": manifest, "signature": try signer.sign(manifest, at: now)]
        return try ZipWriter.archive(files.merging(own) { $1 }, isDeflated: true)
    }

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        heard.withLock { $0.append(request) }
        let mood = mood.withLock(\.self)
        let path = request.url.path
        if path == "/callback" {
            let body = try? JSONReader.read(request.body)
            if let signed = body?["issuerBindingData"]?.string, let hash = body?["keyHash"]?.string {
                bound.withLock { $0 = (signed, hash) }
            }
            await pause.withLock { $0 }?(request)
            return answer(mood)
        }
        await pause.withLock { $0 }?(request)
        if path.hasPrefix("/wallet/v1/passes/") {
            guard request.headers["Authorization"] == "ApplePass 0123456789abcdef-token" else {
                return HTTPResponse(status: 401)
            }
            if request.headers["If-Modified-Since"] == mood.lastModified { return HTTPResponse(status: 304) }
            var response = answer(mood, serial: path.split(separator: "/").last.map(String.init))
            response.headers["Last-Modified"] = mood.lastModified
            return response
        }
        if path.hasPrefix("/api/v2/in_app_provisioning/") { return api(request) }
        guard path.hasPrefix("/wallet/v1/devices/") else { return answer(mood) }
        switch request.method {
        case .post:
            let isRefused = mood.refused.contains { path.hasSuffix("/\($0)") }
            return HTTPResponse(status: isRefused ? 503 : mood.registration)
        case .delete: return HTTPResponse(status: 200)
        default:
            if request.url.query == "passesUpdatedSince=\(mood.tag)" || mood.changed.isEmpty {
                return HTTPResponse(status: 204)
            }
            return .json(["serialNumbers": .array(mood.changed.map { .string($0) }), "lastUpdated": .string(mood.tag)])
        }
    }

    /// Handles the SDK's calls.
    private func api(_ request: HTTPRequest) -> HTTPResponse {
        let basic = "Basic " + Data("\(TestIssuer.apiToken):".utf8).base64EncodedString()
        guard request.headers["Authorization"] == basic else { return .json(["detail": "Who are you?"], status: 401) }
        guard request.method == .post else { return .json(["status": signed == nil ? "pending" : "completed"]) }
        guard (try? JSONReader.read(request.body))?["tag_id"] == "TICKET-001", let session = try? session() else {
            return .json(["detail": "There is no such pass."], status: 404)
        }
        return .json([
            "issuer_data": .string(Data(session.data).base64EncodedString()),
            "signature": .string(Data(session.signature).base64EncodedString()), "tag_id": "1",
        ])
    }

    private func answer(_ mood: Mood, serial: String? = nil) -> HTTPResponse {
        var response = HTTPResponse(status: mood.status, body: mood.body ?? (try? pass(serial: serial)) ?? [])
        response.headers["Content-Type"] = mood.mediaType
        return response
    }
}
