import Foundation
public import JourneyBase
import JourneyCrypto

/// The static files of the card page: its script, its style, and the bridge's page library.
public struct CardPageFiles: Sendable {
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    /// A digest of the files. It is part of their path, so a cached file never belongs to another version.
    let version: String
    private let files: [String: File]

    package init(script: [UInt8], style: [UInt8], bridge: [UInt8]) {
        files = [
            "card.js": File(type: "text/javascript; charset=utf-8", bytes: script),
            "card.css": File(type: "text/css; charset=utf-8", bytes: style),
            "journey-bridge.js": File(type: "text/javascript; charset=utf-8", bytes: bridge),
        ]
        version = String(
            Hex.encode([script, style, bridge].reduce([]) { SHA256.hash($0 + SHA256.hash($1)) }).prefix(16))
    }

    /// Loads the bundled files. The style begins with the tokens of the native screens.
    ///
    /// - Throws: `FILE_UNUSABLE` if one can't be read.
    public static func bundled() throws(JourneyError) -> CardPageFiles {
        func file(_ name: String) throws(JourneyError) -> [UInt8] {
            do { return Array(try Data(contentsOf: Bundle.module.bundleURL.appendingPathComponent(name))) } catch {
                throw JourneyError(
                    .fileUnusable,
                    "The bundled resource \(name) cannot be read: \(SystemCause.text(error)). Reinstall the program with its resources."
                )
            }
        }
        return CardPageFiles(
            script: try file("card/card.js"),
            style: Array("\(Theme.standard.styleVariables)\n".utf8) + (try file("card/card.css")),
            bridge: try file("journey-bridge.js"))
    }

    /// Returns the response with the file `name` of this version, or `nil`.
    func response(_ name: String, version: String) -> HTTPResponse? {
        guard version == self.version, let file = files[name] else { return nil }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": file.type, "Cache-Control": "public, max-age=31536000, immutable",
                "Cross-Origin-Resource-Policy": "same-origin",
            ], body: file.bytes)
    }
}
