import HSBCPartnerSDK
import JourneyBase
import Testing

@Suite("Capturing a document")
struct DocumentCapturePluginTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    private struct OneDocument: DocumentSource {
        let document: CapturedDocument?
        func capture(_ kinds: Set<CapturedDocument.Kind>) async throws(JourneyError) -> CapturedDocument? { document }
    }

    private func code(_ document: CapturedDocument?, _ method: String, _ params: JSONValue) async -> String {
        let plugin = DocumentCapturePlugin(source: OneDocument(document: document))
        do {
            return try await plugin.handle(method, params: params).compactText
        } catch let error as JourneyError {
            return error.code.rawValue
        } catch {
            return "\(error)"
        }
    }

    @Test("the picture is returned unchanged with its kind and media type")
    func passed() async {
        let document = CapturedDocument(kind: .passport, content: DocumentCapturePluginTests.png)
        let answer = await code(document, "captureDocument", ["kinds": ["passport", "drivingLicence"]])
        #expect(answer == #"{"content":"iVBORw0KGgoBAgM","kind":"passport","mediaType":"image/png"}"#)
    }

    @Test("closing the capture is USER_CANCELLED, and another kind of document is refused")
    func refused() async {
        #expect(await code(nil, "captureDocument", ["kinds": ["passport"]]) == "USER_CANCELLED")
        let licence = CapturedDocument(kind: .drivingLicence, content: DocumentCapturePluginTests.png)
        #expect(await code(licence, "captureDocument", ["kinds": ["passport"]]) == "VALIDATION_FAIL")
    }

    @Test(
        "invalid parameters are refused",
        arguments: [
            [:], ["kinds": []], ["kinds": ["visa"]], ["kinds": "passport"], ["kinds": ["passport"], "more": 1],
            ["kinds": ["passport", "passport", "passport"]], [],
        ] as [JSONValue])
    func parameters(params: JSONValue) async {
        let document = CapturedDocument(kind: .passport, content: DocumentCapturePluginTests.png)
        #expect(await code(document, "captureDocument", params) == "VALIDATION_FAIL")
    }

    @Test("another method is BRIDGE_FORBIDDEN")
    func method() async { #expect(await code(nil, "performBiometric", ["kinds": ["passport"]]) == "BRIDGE_FORBIDDEN") }

    @Test("only content that begins as a picture and fits the limit is accepted")
    func pictures() {
        #expect(CapturedDocument(kind: .passport, content: [0xFF, 0xD8, 0xFF, 0xE0])?.mediaType == "image/jpeg")
        #expect(CapturedDocument(kind: .passport, content: Array("%PDF-1.7".utf8)) == nil)
        #expect(CapturedDocument(kind: .passport, content: []) == nil)
        let room = [UInt8](repeating: 0, count: CapturedDocument.limit - DocumentCapturePluginTests.png.count)
        #expect(CapturedDocument(kind: .passport, content: DocumentCapturePluginTests.png + room) != nil)
        #expect(CapturedDocument(kind: .passport, content: DocumentCapturePluginTests.png + room + [0]) == nil)
    }
}
