import JourneyCBOR
import MobileDocument
import Testing

@Suite("Selecting elements for a request") struct ElementSelectionTests {
    private func names(_ selection: ElementSelection) -> [String] {
        selection.nameSpaces.flatMap { space in space.items.map { "\(space.name)/\($0.elementIdentifier)" } }
    }

    private func select(
        _ identifiers: [String], _ space: String = DocumentIssuerFixture.licence,
        consents: (ElementName) -> Bool = { _ in true }
    ) async throws -> ElementSelection {
        let shown = try await Presentation { content in
            content.values["org.iso.18013.5.1.aamva"] = ["DHS_compliance": "F"]
            content.keyAuthorizations = .init(nameSpaces: ["org.iso.18013.5.1.GB"])
        }
        let request = RequestedDocument(
            docType: .drivingLicence, elements: identifiers.map { ElementName(space, $0) })
        return ElementSelection(request, from: shown.issued, consents: consents)
    }

    @Test(
        "only requested and allowed elements are returned, in request order, and others are only named"
    )
    func consent() async throws {
        let selection = try await select(["portrait", "family_name", "shoe_size", "given_name"]) {
            $0.identifier != "given_name"
        }
        #expect(names(selection) == ["org.iso.18013.5.1/portrait", "org.iso.18013.5.1/family_name"])
        #expect(
            selection.errors == [
                ElementName(DocumentIssuerFixture.licence, "shoe_size"): 0,
                ElementName(DocumentIssuerFixture.licence, "given_name"): 0,
            ])
    }

    @Test("an empty request, or no consent, returns nothing")
    func nothing() async throws {
        #expect(try await select([]).nameSpaces.isEmpty)
        #expect(try await select(["portrait"]) { _ in false }.nameSpaces.isEmpty)
        #expect(try await select(["portrait"], "org.iso.18013.5").nameSpaces.isEmpty)
    }

    @Test("domestic namespaces are handled like others")
    func domestic() async throws {
        let selection = try await select(["DHS_compliance"], "org.iso.18013.5.1.aamva")
        #expect(names(selection) == ["org.iso.18013.5.1.aamva/DHS_compliance"])
    }

    @Test(
        "an age request is answered by the nearest held statement",
        arguments: [
            ("age_over_18", "age_over_18"), ("age_over_19", "age_over_21"), ("age_over_16", "age_over_18"),
            ("age_over_21", "age_over_21"), ("age_over_30", nil), ("age_over_65", "age_over_65"),
            ("age_over_70", "age_over_65"),
        ])
    func ages(_ asked: String, _ answered: String?) async throws {
        let selection = try await select([asked])
        #expect(names(selection) == (answered.map { ["\(DocumentIssuerFixture.licence)/\($0)"] } ?? []))
        #expect(selection.errors.isEmpty == (answered != nil))
    }

    @Test("two ages with one answer get it once, and three ages get none, leaving other elements as they are")
    func manyAges() async throws {
        #expect(
            names(try await select(["age_over_16", "age_over_17"])) == ["\(DocumentIssuerFixture.licence)/age_over_18"])
        let three = try await select(["age_over_16", "age_over_17", "family_name", "age_over_21"])
        #expect(names(three) == ["\(DocumentIssuerFixture.licence)/family_name"] && three.errors.count == 3)
    }

    @Test("a reader accepts the answer to another age and does not report it as unrequested")
    func reader() async throws {
        var shown = try await Presentation()
        shown.request.elements = [
            ElementName(DocumentIssuerFixture.licence, "age_over_19"),
            ElementName(DocumentIssuerFixture.licence, "age_over_70"),
        ]
        let report = try shown.report(try await shown.response()).documents[0]
        #expect(report.failures.isEmpty && report.elements.map(\.name.identifier) == ["age_over_21", "age_over_65"])
        #expect(
            report.isOver(19, in: DocumentIssuerFixture.licence) == true
                && report.isOver(18, in: DocumentIssuerFixture.licence) == true)
        #expect(
            report.isOver(70, in: DocumentIssuerFixture.licence) == false
                && report.isOver(30, in: DocumentIssuerFixture.licence) == nil)
        #expect(report.isOver(19, in: "elsewhere") == nil)
    }
}
