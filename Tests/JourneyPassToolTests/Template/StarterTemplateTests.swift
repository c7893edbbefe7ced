import JourneyBase
import Testing
import WalletPass

@testable import JourneyPassTool

@Suite("New templates")
struct StarterTemplateTests {
    @Test("a new template of each style gives a pass without faults", arguments: PassStyle.allCases)
    func good(style: PassStyle) throws {
        let files = try TestPasses.files(style: style)
        #expect(PassCheck.faults(in: files, signer: TestPasses.names) == [])
        let face = try #require(PassFace(files, languages: ["de-AT", "en"]))
        #expect(face.style == style && face.language == "de" && face.code?.barcode != nil && !face.primary.isEmpty)
        // Every text has a German one, except names and values.
        let sample = StarterSample(style)
        for (english, german) in sample.german { #expect(!english.isEmpty && english != german) }
        #expect(face.description == sample.german.first { $0.0 == sample.description }?.1)
    }

    @Test("invalid pass type or team names are reported before anything is written")
    func names() throws {
        for (type, team) in [("com.example", "ABCDE12345"), ("pass.a", "short"), ("pass.", "ABCDE12345")] {
            let template = StarterTemplate(
                style: .generic, names: PassSignerNames(passTypeIdentifier: type, teamIdentifier: team),
                organization: "Example")
            #expect(throws: (any Error).self) { try GeneratedTemplate.require(template) }
        }
    }

    @Test("editable JSON files have the same content as the template")
    func pretty() throws {
        for style in PassStyle.allCases {
            let template = StarterTemplate(style: style, names: TestPasses.names, organization: "E\"x\\ample")
            let bytes = try #require(template.files["pass.json"])
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasPrefix("{\n  \"backgroundColor\"") && text.split(separator: "\n").count > 15)
            #expect(try JSONReader.read(bytes)["organizationName"] == "E\"x\\ample")
        }
    }
}
