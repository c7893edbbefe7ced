import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Name match")
struct NameMatchTests {
    @Test(
        "names are compared leniently, as a person would",
        arguments: [
            ("Amelia Stone", "Amelia Stone", NameMatch.match), ("AMELIA  STONE", "Amelia Stone", .match),
            ("Ms Amelia Stone", "Amelia Stone", .match), ("Amélia Stone", "Amelia Stone", .match),
            ("Northgate Joinery Limited", "Northgate Joinery Ltd", .match), ("Ada & Co", "Ada and Co", .match),
            ("A Stone", "Amelia Stone", .close), ("Stone Amelia", "Amelia Stone", .close),
            ("Amelia Stome", "Amelia Stone", .close), ("Amelia Stones", "Amelia Stone", .close),
            ("Amelia Brick", "Amelia Stone", .noMatch), ("B Stone", "Amelia Stone", .noMatch),
            ("Stone", "Amelia Stone", .noMatch), ("...", "Amelia Stone", .noMatch), ("Mr", "Mr", .noMatch),
        ])
    func matches(given: String, known: String, expected: NameMatch) {
        #expect(NameMatch(given: given, known: known) == expected)
    }
}
