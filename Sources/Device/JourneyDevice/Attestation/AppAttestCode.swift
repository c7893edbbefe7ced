import JourneyBase

/// Maps App Attest's error codes (DCError.h).
enum AppAttestCode {
    static func fault(_ code: Int) -> AttestorError {
        switch code {
        case 1: .unsupported
        // An invalid input is an unknown key id: all other inputs are made here.
        case 2, 3: .keyInvalid
        default: .unavailable
        }
    }
}
