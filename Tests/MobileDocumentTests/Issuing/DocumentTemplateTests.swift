import JourneyBase
import JourneyCBOR
import MobileDocument
import Testing

@Suite("Document templates") struct DocumentTemplateTests {
    private static let library = """
        {"docType": "org.example.library.1", "nameSpaces": {"org.example.library.1": {
          "member": "text", "since": "full-date", "until?": "time", "photo?": "bytes", "loans?": {"list": {"map":
            {"title": "text", "due?": "full-date"}}}, "notes?": "any", "age_over_NN?": "boolean", "born?": "country"}}}
        """

    private func template(_ text: String) throws -> DocumentTemplate {
        try DocumentTemplate(json: JSONReader.read(Array(text.utf8)))
    }

    private func values(_ data: String) throws -> [String: CBORValue] {
        let values = try template(Self.library).values(from: JSONReader.read(Array(data.utf8)))
        return values["org.example.library.1"] ?? [:]
    }

    @Test("a template file defines any document type and the encoding of its values")
    func file() throws {
        let values = try values(
            #"{"member": "M1", "since": "2020-01-31", "until": "2030-01-01T00:00:00Z", "photo": "_9j_", "age_over_16": true,"#
                + #""loans": [{"title": "T", "due": "2026-01-01"}], "notes": {"a": [1, -2, null, false]}}"#)
        #expect(values["since"] == .tagged(1_004, "2020-01-31") && values["age_over_16"] == true)
        #expect(values["until"] == .tagged(0, "2030-01-01T00:00:00Z") && values["photo"] == .bytes([0xFF, 0xD8, 0xFF]))
        #expect(values["loans"] == [["title": "T", "due": .tagged(1_004, "2026-01-01")]])
        #expect(values["notes"] == ["a": [1, -2, .null, false]])
    }

    @Test(
        "a value of another form, a missing one and an extra one are refused with their location",
        arguments: [
            (#"{"since": "2020-01-31"}"#, "/member"), (#"{"member": 1, "since": "2020-01-31"}"#, "/member"),
            (#"{"member": "M", "since": "2020-02-30"}"#, "/since"),
            (#"{"member": "M", "since": "31.1.2020"}"#, "/since"),
            (#"{"member": "M", "since": "2020-01-31", "until": "2030-01-01"}"#, "/until"),
            (#"{"member": "M", "since": "2020-01-31", "photo": "/9j/"}"#, "/photo"),
            (#"{"member": "M", "since": "2020-01-31", "loans": [{"due": "2026-01-01"}]}"#, "/loans/0/title"),
            (#"{"member": "M", "since": "2020-01-31", "loans": [{"title": "T", "x": 1}]}"#, "/loans/0/x"),
            (#"{"member": "M", "since": "2020-01-31", "notes": 1.5}"#, "/notes"),
            (#"{"member": "M", "since": "2020-01-31", "age_over_1": true}"#, "/age_over_1"),
            (#"{"member": "M", "since": "2020-01-31", "age_over_18": 1}"#, "/age_over_18"),
            (#"{"member": "M", "since": "2020-01-31", "born": "de"}"#, "/born"),
            (#"{"member": "M", "since": "2020-01-31", "shoe": 1}"#, "/shoe"),
        ])
    func refusals(_ data: String, _ place: String) throws {
        let error = #expect(throws: IssuingError.self) { try values(data) }
        #expect(error?.reason == .value && error?.place.hasSuffix(place) == true, "\(String(describing: error))")
    }

    @Test(
        "an invalid template is refused",
        arguments: [
            "[]", "{}", #"{"docType": "a", "nameSpaces": {}}"#, #"{"docType": "", "nameSpaces": {"n": {"a": "text"}}}"#,
            #"{"docType": "a", "nameSpaces": {"n": {}}}"#, #"{"docType": "a", "nameSpaces": {"n": {"a": "txt"}}}"#,
            #"{"docType": "a", "nameSpaces": {"n": {"a": {"list": "text", "map": {}}}}}"#,
            #"{"docType": "a", "nameSpaces": {"n": {"a": 1}}, "more": 1}"#,
        ])
    func badTemplates(_ text: String) throws {
        let error = #expect(throws: IssuingError.self) { try template(text) }
        #expect(error?.reason == .template)
    }

    @Test("a form nested deeper than allowed is refused")
    func deep() throws {
        func nested(_ levels: Int) -> String {
            let form =
                String(repeating: #"{"list":"#, count: levels) + #""text""# + String(repeating: "}", count: levels)
            return #"{"docType": "a", "nameSpaces": {"n": {"a": \#(form)}}}"#
        }
        _ = try template(nested(6))
        #expect(throws: IssuingError.self) { try template(nested(7)) }
    }

    @Test("licence, identity and age templates are built in with their mandatory elements")
    func known() throws {
        #expect(DocumentTemplate.known.map(\.docType) == [.drivingLicence, .personIdentification, .ageVerification])
        let proof = try DocumentTemplate.ageVerification.values(from: ["age_over_18": true, "age_over_65": false])
        #expect(proof == ["eu.europa.ec.av.1": ["age_over_18": true, "age_over_65": false]])
        let error = #expect(throws: IssuingError.self) {
            try DocumentTemplate.drivingLicence.values(from: ["family_name": "M"])
        }
        #expect(error?.reason == .value)
    }
}
