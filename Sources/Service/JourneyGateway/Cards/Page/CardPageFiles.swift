import Foundation
public import JourneyBase
import JourneyCrypto

/// The files beside the page that carries the issuer's UI SDK: its script, its style, and the bridge's page library. No
/// engine comes along with them.
public struct CardPageFiles: Sendable {
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    /// Changes with the files, and stands in their path: what is cached is never another version's.
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

    /// Those that this module brings. Throws `FILE_UNUSABLE` when they are not beside the program.
    public static func bundled() throws(JourneyError) -> CardPageFiles {
        func file(_ name: String) throws(JourneyError) -> [UInt8] {
            do { return Array(try Data(contentsOf: Bundle.module.bundleURL.appendingPathComponent(name))) } catch {
                throw JourneyError(.fileUnusable, "\(name), which belongs beside the program, cannot be read.")
            }
        }
        return CardPageFiles(
            script: try file("card/card.js"), style: try file("card/card.css"), bridge: try file("journey-bridge.js"))
    }

    /// The file `name` of this version.
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
