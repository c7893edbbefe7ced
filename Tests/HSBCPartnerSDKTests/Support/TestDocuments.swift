import HSBCPartnerTesting
import JourneyBase

/// The manifest and the OpenAPI bundle of the tests: those that hosts' tests begin with.
enum TestDocuments {
    static func manifest(openAPI: [UInt8]) -> JSONValue { SampleJourney.manifest(openAPI: openAPI) }
    static let steps = SampleJourney.steps
    static let openAPI = SampleJourney.openAPI
}
