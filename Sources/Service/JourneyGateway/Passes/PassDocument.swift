import Foundation
import JourneyBase
import JourneyServer

/// The services' OpenAPI documents.
enum PassDocument: String {
    case issuing = "openapi"
    case updates

    /// `GET path`, which answers with the document as it lies beside the program. Throws `FILE_UNUSABLE` when it does not.
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
            throw JourneyError(.fileUnusable, "\(name), which belongs beside the program, cannot be read.")
        }
    }
}
