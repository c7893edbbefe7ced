import Foundation
import JourneyBase

/// The service's OpenAPI document.
enum PassDocument {
    /// As it lies beside the program. Throws `FILE_UNUSABLE` when it does not.
    static func bundled() throws(JourneyError) -> [UInt8] {
        let name = "passes/openapi.json"
        do { return Array(try Data(contentsOf: Bundle.module.bundleURL.appendingPathComponent(name))) } catch {
            throw JourneyError(.fileUnusable, "\(name), which belongs beside the program, cannot be read.")
        }
    }
}
