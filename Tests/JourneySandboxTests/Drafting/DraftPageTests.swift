import Foundation
import JourneyBase
import Testing

@testable import JourneySandbox

@Suite("Drafted pages")
struct DraftPageTests {
    @Test(
        "a text of more than 140 characters gets several lines, unless its form is known",
        arguments: [
            (["type": "string", "maxLength": 141], "<textarea rows=\"4\""),
            (["type": "string", "maxLength": 140], "<input"),
            (["type": "string"], "<input"), (["type": "string", "maxLength": 500, "pattern": "^[A-Z]+$"], "<input"),
            (["type": "string", "maxLength": 500, "format": "email"], "<input type=\"email\""),
            (["type": "string", "maxLength": 500, "enum": ["a", "b"]], "<select"),
        ] as [(JSONValue, String)])
    func areas(schema: JSONValue, element: String) throws {
        let document = JourneyDraftTests.document([
            "type": "object", "required": ["remark"], "properties": ["remark": schema],
        ])
        let draft = try JourneyDraftTests.draft(document)
        let page = String(decoding: try #require(draft.files["pages/ask.html"]), as: UTF8.self)
        #expect(page.contains("\(element) ") && page.contains("name=\"remark\""), "\(page)")
    }

    @Test("pages have their fixed words in English, Bengali and Arabic, and no other words but the document's")
    func languages() throws {
        let draft = try JourneyDraftTests.draft(JourneyDraft.template("order"))
        #expect(try JourneyDraftTests.manifest(draft)["locales"] == ["en-GB", "bn", "ar"])
        let script = String(decoding: try #require(draft.files["pages/texts.js"]), as: UTF8.self)
        func names(_ language: String) throws -> Set<String> {
            let start = try #require(script.firstRange(of: "\n    \(language): {\n")).upperBound
            let table = script[start...].prefix(
                upTo: try #require(script[start...].firstRange(of: "\n    },")).lowerBound)
            return Set(
                table.split(separator: "\n").compactMap {
                    $0.split(separator: ":").first?.trimmingCharacters(in: .whitespaces)
                })
        }
        let english = try names("en")
        #expect(english.count == 13)
        for language in ["bn", "ar"] { #expect(try names(language) == english, "\(language)") }
        for name in ["getOffer", "createOrder"] {
            let page = String(decoding: try #require(draft.files["pages/\(name).html"]), as: UTF8.self)
            let used = page.components(separatedBy: "data-text=\"").dropFirst().compactMap {
                $0.split(separator: "\"").first
            }
            #expect(used.count >= 2 && used.allSatisfy { english.contains(String($0)) }, "\(used)")
        }
    }
}
