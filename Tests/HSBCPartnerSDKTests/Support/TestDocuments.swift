import HSBCPartnerTesting
import JourneyBase

/// The manifest and the OpenAPI bundle of the tests, which are also the start of hosts' tests.
enum TestDocuments {
    static func manifest(openAPI: [UInt8]) -> JSONValue { SampleJourney.manifest(openAPI: openAPI) }
    static let steps = SampleJourney.steps
    static let openAPI = SampleJourney.openAPI
}
