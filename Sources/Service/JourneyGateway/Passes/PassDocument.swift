import Foundation
import JourneyBase
import JourneyServer

/// The OpenAPI documents of the pass services.
enum PassDocument: String {
    case issuing = "openapi"
    case updates

    /// Returns a `GET` route for `path` that serves the bundled document. Throws `FILE_UNUSABLE` if it is missing.
    func route(_ path: String) throws(JourneyError) -> Route {
        let bytes = try bundled()
        return Route(.get, path, body: .whole(limit: 0)) { _, _ in
            HTTPResponse(
                status: 200, headers: ["Content-Type": "application/json", "Cache-Control": "no-cache"], body: bytes)
        }
    }

    func bundled() throws(JourneyError) -> [UInt8] {
        let name = "passes/\(rawValue).json"
        do { return Array(try Data(contentsOf: Bundle.module.bundleURL.appendingPathComponent(name))) } catch {
            throw JourneyError(
                .fileUnusable,
                "The bundled resource \(name) cannot be read: \(SystemCause.text(error)). Reinstall the program with its resources."
            )
        }
    }
}
