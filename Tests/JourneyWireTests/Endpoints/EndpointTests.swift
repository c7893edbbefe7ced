import JourneyBase
import Testing

@testable import JourneyWire

@Suite("Endpoints of a contract")
struct EndpointTests {
    private let endpoint = Endpoint<SampleMessage, SampleMessage>(
        .post, "/things/{id}/parts/{part}", status: 201, refusals: [WireRefusal(404, "NO_THING")])

    @Test("path parameters are replaced in order by values encoded as one segment each")
    func path() {
        #expect(endpoint.path("a/b", "ü") == "/things/a%2Fb/parts/%C3%BC")
        #expect(endpoint.relativePath("1", "2-._~") == "things/1/parts/2-._~")
    }

    @Test("a request and a response carry the message with its type and status")
    func messages() throws {
        let message = try SampleMessage(SampleMessage.json)
        let request = endpoint.request(try #require(HTTPSURL("https://bank.example/things/1")), message)
        #expect(request.method == .post)
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(try JSONReader.read(request.body) == SampleMessage.json)
        let response = endpoint.response(message)
        #expect(response.status == 201)
        #expect(try endpoint.message(of: response, limits: JSONLimits()) == message)
    }
}
