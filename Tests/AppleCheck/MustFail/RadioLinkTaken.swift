// must fail: cannot find type 'CentralManagerLink' in scope
// Links are made by the radio, and are no host's.
import CredentialSharing

enum Sample {
    static func close(_ link: CentralManagerLink) { link.close() }
}
