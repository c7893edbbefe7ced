import Foundation
import JourneyBase
import TestSupport
import Testing

/// The independent program that makes requests of an OpenAPI document, and compares a server's answers with it.
enum Schemathesis {
    /// A method unknown to the server is 501 at every URL (RFC 9110, section 15.6.2), not 405.
    private static let settings = """
        [phases.coverage]
        unexpected-methods = ["get", "put", "post", "delete", "options", "patch"]
        """

    /// Runs the program against a gateway with the files of `folder` at localhost.
    ///
    /// - Parameters:
    ///   - document: The document's path on disk, or its URL.
    ///   - options: Headers, and the paths to include.
    static func run(
        _ document: String, _ folder: GatewayFolder, port: Int, _ options: [String]
    ) async throws -> CommandResult {
        try folder.write("authority.pem", Array(folder.authorityPEM.utf8))
        try folder.write("schemathesis.toml", Array(settings.utf8))
        let interpreter = try #require(Python.interpreter)
        let arguments =
            [
                // It stores its findings in the working directory.
                "-c", #"cd "$0" && exec "$@""#, folder.path, interpreter, "-m", "schemathesis.cli", "--config-file",
                folder.path + "/schemathesis.toml", "run", document, "--url", "https://localhost:\(port)",
                "--tls-verify", folder.path + "/authority.pem", "--checks", "all", "--max-examples",
                "\(Campaign.count(10, campaign: 400))", "--seed", "\(Campaign.seed(7))", "--no-color",
                "--suppress-health-check", "all", "--request-timeout", "20",
            ] + options
        return try await withCheckedThrowingContinuation { continuation in
            // Blocks while the program runs.
            Thread.detachNewThread {
                continuation.resume(with: Result { try TestSupport.run("/bin/sh", arguments) })
            }
        }
    }
}
