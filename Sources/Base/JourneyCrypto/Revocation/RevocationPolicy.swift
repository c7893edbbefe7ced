/// The requirement on the revocation status of certificates. The caller supplies the lists; nothing is fetched.
public enum RevocationPolicy: Hashable, Sendable {
    /// Lists are ignored.
    case notChecked
    /// A list of the issuer, if supplied, must be valid and must not name the certificate. Without a list, the certificate is
    /// accepted.
    case whenGiven
    /// A valid list is required from the issuer of the leaf.
    case requiredForLeaf
    /// A valid list is required from the issuer of every certificate except the anchor.
    case required

    func isRequired(at index: Int) -> Bool {
        switch self {
        case .notChecked, .whenGiven: false
        case .requiredForLeaf: index == 0
        case .required: true
        }
    }

    func isLooked(at index: Int) -> Bool {
        switch self {
        case .notChecked: false
        case .whenGiven, .required: true
        case .requiredForLeaf: index == 0
        }
    }
}
