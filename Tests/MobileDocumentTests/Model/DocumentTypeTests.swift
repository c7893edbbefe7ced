import MobileDocument
import Testing

@Suite struct DocumentTypeTests {
    @Test func `a type matches only its exact name`() {
        #expect(DocumentType("org.iso.18013.5.1.mDL") == .drivingLicence)
        #expect(DocumentType("org.iso.18013.5.1.mdl") != .drivingLicence)
        #expect("\(DocumentType.ageVerification)" == "eu.europa.ec.av.1")
    }
}
