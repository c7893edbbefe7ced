import Foundation
import JourneyBase
import JourneyHarness
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Gateway contract over HTTPS", .timeLimit(.minutes(10)))
struct GatewayContractTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/reference/schema/gateway-openapi.json").standardizedFileURL.path
    /// The endpoints for a bank's server.
    private static let bank = "/(proofs|attestations)/check"
    /// The endpoints for signed texts, which schemathesis can't generate.
    private static let signed = "/instances$"

    @Test(
        "schemathesis finds no fault in the gateway by its OpenAPI document",
        .enabled(if: Python.isPresent, Comment(rawValue: Python.missing)), arguments: [false, true])
    func schemathesis(asksAsBank: Bool) async throws {
        try await GatewayFolder.visit { folder in
            var configuration = GatewayFolder.configuration.object ?? [:]
            configuration["listen"] = ["address": "127.0.0.1", "port": 0, "names": ["localhost"]]
            configuration["attestation"] = ["appIds": ["partner": ["TEAM123456.com.partner.app"]], "development": true]
            try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
            try folder.write("authority.pem", Array(folder.authorityPEM.utf8))
            let settings = """
                [phases.coverage]
                unexpected-methods = ["get", "put", "post", "delete", "options", "patch"]
                """
            try folder.write("schemathesis.toml", Array(settings.utf8))
            let gateway = try await Gateway.start(configuration: folder.file)
            let result = try await Self.result(folder, gateway.port, asksAsBank)
            await gateway.stop()
            #expect(result.status == 0, "\(result.text)")
        }
    }

    private static func result(
        _ folder: GatewayFolder, _ port: Int, _ asksAsBank: Bool
    ) async throws -> CommandResult {
        let interpreter = try #require(Python.interpreter)
        let access =
            asksAsBank
            ? ["--include-path-regex", bank, "--header", "Authorization: Bearer \(GatewayFolder.credential)"]
            : [
                "--exclude-path-regex", "\(bank)|\(signed)", "--header", "Authorization: Bearer \(GatewayFolder.token)",
                "--header",
                "X-Partner-Id: partner", "--header", "X-Client-Id: client",
            ]
        let arguments =
            [
                // It stores its findings in the working directory.
                "-c", #"cd "$0" && exec "$@""#, folder.path, interpreter, "-m", "schemathesis.cli", "--config-file",
                folder.path + "/schemathesis.toml", "run", document, "--url", "https://localhost:\(port)",
                "--tls-verify", folder.path + "/authority.pem", "--checks", "all",
                // Signatures can't be generated, so refused requests may have a valid form.
                "--exclude-checks", "positive_data_acceptance", "--max-examples",
                "\(Campaign.count(10, campaign: 400))", "--seed", "\(Campaign.seed(7))", "--no-color",
                "--suppress-health-check", "all", "--request-timeout", "20",
            ] + access
        return try await withCheckedThrowingContinuation { continuation in
            // Blocks while the program runs.
            Thread.detachNewThread {
                continuation.resume(with: Result { try TestSupport.run("/bin/sh", arguments) })
            }
        }
    }
}
