package import MobileDocument

extension ElementText {
    /// Returns the name of a type of documents; `nil` for an unknown type.
    package func name(of docType: DocumentType) -> String? {
        switch docType {
        case .drivingLicence: language(.licence)
        case .personIdentification: language(.identity)
        case .ageVerification: language(.nameSpace(docType.name))
        default: nil
        }
    }
}
