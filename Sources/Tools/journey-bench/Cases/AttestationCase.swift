import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneySandbox
import JourneyServer

/// Measures the cost of an attestation: from the start of a journey until its first page would be shown, with the run bound to an
/// attested key. The floor is the same journey without attestation. The key itself is attested once, before the measurement.
enum AttestationCase {
    private static let bare = "money-transfer-bare"

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        var options = try SandboxOptions.ephemeral()
        options.journeys = [try journey()]
        let sandbox = try await SandboxServer.start(options)
        let device = try BenchDevice(sandbox)
        defer { device.forget() }
        let host = device.host { _, _ in throw firstPage }
        let figure = try await bench.compared(
            "start of a journey, its run attested", floor: "the same without an attestation"
        ) {
            try await start(bare, from: host, token: sandbox.contextToken)
        } ours: {
            try await start("money-transfer", from: host, token: sandbox.contextToken)
        }
        await sandbox.stop()
        return [figure]
    }

    /// The error that ends each run at its first page.
    private static let firstPage = JourneyError(.displayUnavailable, "The benchmark stops before the first page.")

    private static func start(_ id: String, from host: JourneyHost, token: Secret) async throws {
        let result = await HSBCPartnerSdk.startJourney(
            from: host, params: JourneyStartParams(journeyId: id, contextToken: token))
        guard case .failed(firstPage.code.rawValue, _, _) = result else {
            throw BenchError(what: "The journey did not reach its first page: \(result)")
        }
    }

    /// Returns the money transfer under another name and without attestation.
    private static func journey() throws -> (manifest: JSONValue, openAPI: JSONValue) {
        let folder = URL(filePath: SandboxJourneys.autopilot(for: "money-transfer")).deletingLastPathComponent()
        func read(_ name: String) throws -> JSONValue {
            let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
            return try JSONReader.read(
                Array(text.replacing("/journeys/money-transfer/", with: "/journeys/\(bare)/").utf8))
        }
        guard var manifest = try read("manifest.json").object, var security = manifest["security"]?.object else {
            throw BenchError(what: "The money-transfer manifest has no security object.")
        }
        security["attestation"] = nil
        manifest["security"] = .object(security)
        manifest["journeyId"] = .string(bare)
        return (.object(manifest), try read("openapi.json"))
    }
}
