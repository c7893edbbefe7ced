import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyLanguage
import JourneySandbox
import JourneyServer

/// What several cases need: an authority, a certificate for the names of loopback, and the sandbox's journey.
struct Workbench: Sendable {
    static let host = "bench.localhost"

    let sampler: Sampler
    let authorityPEM: String
    let authorityPin: String
    let identity: DevelopmentIdentity
    private let now = Date()

    init(pairs: Int) throws {
        sampler = Sampler(pairs: pairs)
        let authority = try DevelopmentAuthority(notBefore: now - 3_600, notAfter: now + 86_400)
        identity = try authority.issue(names: [Workbench.host], notBefore: now - 3_600, notAfter: now + 86_400)
        authorityPEM = authority.identity.certificatePEM
        authorityPin = authority.identity.pin
    }

    /// `service` on a free port of loopback, over TLS, on so many threads; 0 is one for each processor.
    func serve(
        _ service: any HTTPService, limits: ServerLimits = ServerLimits(), loops: Int = 0
    ) async throws -> HTTPServer {
        let key = Secret(copying: Array(identity.keyPEM.utf8))
        return try await HTTPServer.start(
            service: service, names: [Workbench.host],
            tls: TLSIdentity(certificatePEM: identity.certificatePEM, keyPEM: key), limits: limits, loops: loops)
    }

    func url(_ server: HTTPServer, _ path: String) throws -> HTTPSURL { try Workbench.url(server.port, path) }

    /// The address of `path` on a port of loopback, by the name that the certificate has.
    static func url(_ port: Int, _ path: String) throws -> HTTPSURL {
        try unwrap(HTTPSURL("https://\(host):\(port)\(path)"), "There is no such address: \(path).")
    }

    /// Measures both sides by the thread's own processor time, for one line of the table.
    func calculated(
        _ name: String, floor title: String, units: Double = 1, aim: Measurement.Target = .none,
        floor: () throws -> Void,
        ours: () throws -> Void
    ) async throws -> Measurement {
        Measurement(name, floor: title, try await sampler.calculate(floor: floor, ours: ours), units: units, aim: aim)
    }

    /// Measures both sides by the clock on the wall, for one line of the table.
    func compared(
        _ name: String, floor title: String, units: Double = 1, aim: Measurement.Target = .none,
        floor: () async throws -> Void, ours: () async throws -> Void
    ) async throws -> Measurement {
        Measurement(name, floor: title, try await sampler.compare(floor: floor, ours: ours), units: units, aim: aim)
    }

    /// Lets pages run without the engine's own sandbox where the kernel refuses it.
    static func allowPages() async {
        if await !WebSandboxProbe.isAllowed() { setenv(WebSandboxProbe.switchOff, "1", 1) }
    }

    /// The sandbox's money transfer, signed with a fresh key.
    func journey() async throws -> SignedJourney {
        guard let gateway = Origin(scheme: "https", host: "gateway.localhost", port: 8443),
            let bank = Origin(scheme: "https", host: "bank.localhost", port: 8444)
        else { throw BenchError(what: "The journey has no origins.") }
        let template = try JourneyTemplate(named: "money-transfer")
        let key = try P256PrivateKey.generate()
        let setting = JourneyTemplate.Setting(
            gateway: gateway, bank: bank, notBefore: now - 3_600, notAfter: now + 86_400)
        let files = try await template.signed(for: setting, key: key, keyID: "bench")
        return SignedJourney(id: template.id, manifest: files.manifest, openAPI: files.openAPI, key: key, now: now)
    }
}

struct SignedJourney: Sendable {
    let id: JourneyID
    let manifest: [UInt8]
    let openAPI: [UInt8]
    let key: P256PrivateKey
    let now: Date

    /// Whose manifest it is.
    var issuer: String { (try? JSONReader.read(manifest))?["issuer"]?.string ?? "" }

    /// What lets a loader take it.
    var trust: ManifestTrust {
        get throws {
            ManifestTrust(
                keys: try BenchKeys.set(key, issuer: issuer), leastVersion: .v12, now: now,
                sdkVersion: JourneyKitVersion.current, journey: id)
        }
    }
}

/// Why there is no figure.
struct BenchError: Error, CustomStringConvertible {
    var what: String
    var description: String { what }
}

/// Throws a `BenchError` unless `condition` holds.
@inline(__always)
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    guard condition else { throw BenchError(what: what()) }
}

/// Gives the value, or throws a `BenchError` where there is none.
func unwrap<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws -> Value {
    guard let value else { throw BenchError(what: what()) }
    return value
}
