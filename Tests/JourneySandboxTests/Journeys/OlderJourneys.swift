import Foundation
import JourneyBase

@testable import JourneySandbox

/// Journeys as they were shipped in earlier versions of the manifest.
enum OlderJourneys {
    /// Returns the money transfer of version 1.2, with today's OpenAPI bundle.
    static func transfer12() throws -> JourneyTemplate {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Manifests")
            .appending(path: "money-transfer-1.2.json")
        let bundle = SandboxResources.journeys.appending(path: "money-transfer/openapi.json")
        return try JourneyTemplate(
            manifest: JSONReader.read(Array(Data(contentsOf: file))),
            openAPI: JSONReader.read(Array(Data(contentsOf: bundle))))
    }
}
