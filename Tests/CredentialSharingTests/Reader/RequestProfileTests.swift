import Foundation
import JourneyBase
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite struct RequestProfileTests {
    private func profile(_ text: String) throws -> RequestProfile {
        try RequestProfile(json: JSONReader.read(Array(text.utf8)))
    }

    @Test func `every built-in profile is a valid request`() throws {
        for profile in RequestProfile.known {
            let request = try profile.draft.request()
            #expect(request.documents.count == profile.documents.count)
            #expect(request.documents.flatMap(\.nameSpaces).flatMap(\.elements).allSatisfy { !$0.isRetained })
        }
        #expect(Set(RequestProfile.known.map(\.name)).count == RequestProfile.known.count)
    }

    @Test func `a custom profile requests what it declares`() throws {
        let own = try profile(
            #"""
            {"name": "rental-car", "title": "Car rental", "need": "any", "age": 21, "documents": [
              {"docType": "org.iso.18013.5.1.mDL",
               "elements": ["family_name", {"element": "portrait", "retain": true},
                            {"element": "domestic", "nameSpace": "org.iso.18013.5.1.XX"}]},
              {"docType": "org.example.card", "nameSpace": "org.example", "elements": ["number"]}]}
            """#)
        #expect(own.title == "Car rental" && own.need == .any && own.age == 21)
        let request = try own.draft.request()
        #expect(request.documents.map(\.documentType.name) == ["org.iso.18013.5.1.mDL", "org.example.card"])
        #expect(request.documents[0].nameSpaces.map(\.name).sorted() == ["org.iso.18013.5.1", "org.iso.18013.5.1.XX"])
        let retained = request.documents[0].nameSpaces.flatMap(\.elements).filter(\.isRetained)
        #expect(retained.map(\.identifier) == ["portrait"])
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #"{"name": "A", "documents": []}"#, #"{"name": "a", "documents": []}"#,
        #"{"name": "a", "documents": [{"docType": "x", "elements": ["y"]}]}"#,
        #"{"name": "a", "documents": [{"docType": "org.iso.18013.5.1.mDL", "elements": []}]}"#,
        #"{"name": "a", "documents": [{"docType": "org.iso.18013.5.1.mDL", "elements": ["x"], "retian": true}]}"#,
        #"{"name": "a", "documents": [{"docType": "org.iso.18013.5.1.mDL", "elements": [{"element": "x", "retain": 1}]}]}"#,
        #"{"name": "a", "documents": [{"docType": "org.iso.18013.5.1.mDL", "elements": ["age_over_18", "age_over_21", "age_over_60"]}]}"#,
        #"{"name": "a", "need": "some", "documents": [{"docType": "org.iso.18013.5.1.mDL", "elements": ["x"]}]}"#,
        #"{"name": "a", "age": 100, "documents": [{"docType": "org.iso.18013.5.1.mDL", "elements": ["x"]}]}"#,
        #"{"name": "a", "title": 3, "documents": [{"docType": "org.iso.18013.5.1.mDL", "elements": ["x"]}]}"#,
        #"{"name": "a", "more": 3, "documents": [{"docType": "org.iso.18013.5.1.mDL", "elements": ["x"]}]}"#,
    ])
    func `an invalid profile is refused with one line`(text: String) throws {
        let fault = #expect(throws: RequestProfile.FormatError.self) { try profile(text) }
        #expect(fault?.description.contains("\n") == false)
    }
}
