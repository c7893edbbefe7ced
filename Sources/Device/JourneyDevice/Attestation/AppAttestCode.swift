import JourneyBase

/// What App Attest's error codes mean to a caller (DCError.h).
enum AppAttestCode {
    static func fault(_ code: Int) -> AttestorError {
        switch code {
        case 1: .unsupported
        // An input that is no good is a key's name that this enclave does not know: everything else is made here.
        case 2, 3: .keyInvalid
        default: .unavailable
        }
    }
}
