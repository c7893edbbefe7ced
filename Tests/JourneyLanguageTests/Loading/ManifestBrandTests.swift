import Foundation
import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("The brand of a manifest")
struct ManifestBrandTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00]).base64EncodedString()

    private static let brand: JSONValue = [
        "accent": "#8A1538", "darkAccent": "#ffb3c7", "cornerRadius": 4, "font": "Noto Sans",
        "logo": ["png": .string(png), "name": "Example Bank"],
        "components": ["card": ["accent": "#102030", "cornerRadius": 20], "button": ["cornerRadius": 0]],
    ]

    private func journey(_ brand: JSONValue?, version: String = "1.3") async throws -> Journey {
        let manifest = TestManifest13.manifest.setting("brand", to: brand)
        return try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI)
    }

    @Test("is read with its logo and its components, and makes a theme over the host's")
    func read() async throws {
        let brand = try #require(try await journey(Self.brand).brand)
        #expect(brand.accent == Theme.Color(0x8A1538) && brand.darkAccent == Theme.Color(0xFFB3C7))
        #expect(brand.logo?.alternative == "Example Bank" && brand.components[.button]?.cornerRadius == 0)
        let theme = Theme.standard.applying(brand)
        #expect(theme.light.accent == Theme.Color(0x8A1538) && theme.fontFamily == "Noto Sans")
        #expect(theme.colors(of: .card, .light).accent == Theme.Color(0x102030))
        #expect(theme.colors(of: .pass, .light).accent == Theme.Color(0x8A1538))
        #expect(theme.radius(.sheet, of: .button) == 0 && theme.radius(.large, of: .card) == 20)
        #expect(theme.radius(.medium, of: .field) == 4)
    }

    @Test("may be absent, and a manifest of an earlier version has none")
    func absent() async throws {
        #expect(try await journey(nil).brand == nil)
        let old = try await TestManifest.journey(TestManifest.manifest.setting("brand", to: Self.brand))
        #expect(old.brand == nil)
    }

    @Test(
        "of one colour that can't be read is corrected, unless the manifest refuses that: then it is refused, with the figure"
    )
    func contrast() async throws {
        let yellow = try #require(try await journey(["accent": "#f2b200"]).brand)
        let theme = Theme.standard.applying(yellow)
        #expect(theme.light.accent.contrast(with: theme.light.surface) >= 4.5)
        let refusal = try await TestManifest.refusal(
            TestManifest13.manifest.setting("brand", to: ["accent": "#f2b200", "contrast": "refuse"]),
            openAPI: TestManifest13.openAPI)
        #expect(
            refusal?.message
                == "brand can't be read in light mode: the contrast of accent on surface is 1.88 to 1; 4.50 is needed.")
        let card = try await TestManifest.refusal(
            TestManifest13.manifest.setting(
                "brand",
                to: ["accent": "#8a1538", "contrast": "refuse", "components": ["card": ["accent": "#ffffff"]]]),
            openAPI: TestManifest13.openAPI)
        #expect(card?.message.contains("card accent on surface is 1.00 to 1; 3.00 is needed") == true)
    }

    @Test(
        "is refused with the place of what is wrong",
        arguments: [
            ("brand accent", nil, "brand.accent is missing"), ("brand accent", "red", "colour such as #0f4c5c"),
            ("brand accent", "#0f4c5", "colour such as #0f4c5c"), ("brand cornerRadius", 33, "brand.cornerRadius"),
            ("brand font", "Inter; color: red", "brand"), ("brand contrast", "ignore", "brand.contrast"),
            ("brand logo png", "R0lGODlh", "brand.logo.png is not a PNG file"),
            ("brand logo name", nil, "brand.logo.name is missing"), ("brand shadow", true, "brand.shadow"),
            ("brand components banner", ["cornerRadius": 4], "brand.components.banner"),
            ("brand components card", ["font": "Inter"], "brand.components.card.font"),
        ] as [(String, JSONValue?, String)])
    func refusals(path: String, value: JSONValue?, wanted: String) async throws {
        let manifest = TestManifest13.manifest.setting("brand", to: Self.brand).setting(path, to: value)
        let refusal = try await TestManifest.refusal(manifest, openAPI: TestManifest13.openAPI)
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message.contains(wanted) == true, "\(refusal?.message ?? "none")")
    }
}
