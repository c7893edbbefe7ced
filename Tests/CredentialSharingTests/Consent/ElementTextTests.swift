import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

@testable import CredentialSharing

@Suite struct ElementTextTests {
    private static let privileges = "mdoc/annex_d/d2_1_driving_privileges.hex"

    @Test(
        .enabled(if: Vectors.has(privileges), "the public test data is not here"),
        arguments: [
            (
                Language.english,
                "A · Valid from 9 August 2018 to 20 October 2024\nB · Valid from 23 February 2017 to 20 October 2024"
            ),
            (
                .arabic,
                "الفئة \u{2068}A\u{2069} · صالحة من ٩ أغسطس ٢٠١٨ حتى ٢٠ أكتوبر ٢٠٢٤\nالفئة \u{2068}B\u{2069} · صالحة من ٢٣ فبراير ٢٠١٧ حتى ٢٠ أكتوبر ٢٠٢٤"
            ),
        ])
    func `driving privileges have a line each, with the days in words`(language: Language, text: String) throws {
        let digits = String(decoding: try Vectors.bytes(Self.privileges), as: UTF8.self)
        let bytes = try #require(Hex.decode(digits.filter { !$0.isWhitespace }))
        let item = try CBORReader.item(in: bytes[...])
        #expect(ElementText(language).value(item, of: "driving_privileges") == text)
    }
}
