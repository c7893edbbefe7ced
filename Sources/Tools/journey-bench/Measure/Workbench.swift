import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyLanguage
import JourneySandbox
import JourneyServer

/// Fixtures that several cases share: an authority, a certificate for a loopback name, and the sandbox's journey.
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

    /// Serves `service` on a free loopback port over TLS, with `loops` threads; 0 means one per processor.
    func serve(
        _ service: any HTTPService, limits: ServerLimits = ServerLimits(), loops: Int = 0
    ) async throws -> HTTPServer {
        let key = Secret(copying: Array(identity.keyPEM.utf8))
        return try await HTTPServer.start(
            service: service, names: [Workbench.host],
            tls: TLSIdentity(certificatePEM: identity.certificatePEM, keyPEM: key), limits: limits, loops: loops)
    }

    func url(_ server: HTTPServer, _ path: String) throws -> HTTPSURL { try Workbench.url(server.port, path) }

    /// Returns the URL of `path` on a loopback port, with the host name of the certificate.
    static func url(_ port: Int, _ path: String) throws -> HTTPSURL {
        try unwrap(HTTPSURL("https://\(host):\(port)\(path)"), "https://\(host):\(port)\(path) is not a valid URL.")
    }

    /// Measures both sides by the thread's processor time.
    func calculated(
        _ name: String, floor title: String, units: Double = 1, aim: Measurement.Target = .none,
        floor: () throws -> Void,
        ours: () throws -> Void
    ) async throws -> Measurement {
        Measurement(name, floor: title, try await sampler.calculate(floor: floor, ours: ours), units: units, aim: aim)
    }

    /// Measures both sides by wall-clock time.
    func compared(
        _ name: String, floor title: String, units: Double = 1, aim: Measurement.Target = .none,
        floor: () async throws -> Void, ours: () async throws -> Void
    ) async throws -> Measurement {
        Measurement(name, floor: title, try await sampler.compare(floor: floor, ours: ours), units: units, aim: aim)
    }

    /// Disables the web engine's sandbox if the kernel does not allow it.
    static func allowPages() async {
        if await !WebSandboxProbe.isAllowed() { setenv(WebSandboxProbe.switchOff, "1", 1) }
    }

    /// Returns the sandbox's money transfer, signed with a new key.
    func journey() async throws -> SignedJourney {
        guard let gateway = Origin(scheme: "https", host: "gateway.localhost", port: 8443),
            let bank = Origin(scheme: "https", host: "bank.localhost", port: 8444)
        else { throw BenchError(what: "The origins of the journey are invalid.") }
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

    /// The issuer in the manifest.
    var issuer: String { (try? JSONReader.read(manifest))?["issuer"]?.string ?? "" }

    /// The trust settings with which a loader accepts the manifest.
    var trust: ManifestTrust {
        get throws {
            ManifestTrust(
                keys: try BenchKeys.set(key, issuer: issuer), leastVersion: .v12, now: now,
                sdkVersion: JourneyKitVersion.current, journey: id)
        }
    }
}

/// The reason why a measurement failed.
struct BenchError: Error, CustomStringConvertible {
    var what: String
    var description: String { what }
}

/// Throws a `BenchError` unless `condition` holds.
@inline(__always)
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    guard condition else { throw BenchError(what: what()) }
}

/// Returns the value, or throws a `BenchError` if it is `nil`.
func unwrap<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws -> Value {
    guard let value else { throw BenchError(what: what()) }
    return value
}
