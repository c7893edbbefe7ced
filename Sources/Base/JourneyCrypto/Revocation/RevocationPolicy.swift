/// Whether a certificate that may have been revoked is accepted. Lists are given by the caller: nothing here fetches them.
public enum RevocationPolicy: Hashable, Sendable {
    /// Lists are not looked at.
    case notChecked
    /// Where a list of the issuer is given, it has to be good and must not name the certificate; without one, the
    /// certificate is accepted.
    case whenGiven
    /// The leaf needs a good list of its issuer.
    case requiredForLeaf
    /// Every certificate but the anchor needs a good list of its issuer.
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
