internal import Foundation
public import JourneyBase
internal import Security

/// What this device shows to a server that asks who the client is: a certificate with its key, out of a PKCS#12 file.
/// Core Foundation's identities are never changed after they are made, so it may be shared.
public struct DeviceIdentity: @unchecked Sendable {
    private let identity: SecIdentity

    /// The first identity in `pkcs12`. Throws `CONFIGURATION_INVALID` when there is none, or the passphrase is another.
    /// Security takes the passphrase as a string only: it leaves locked memory for the call.
    public init(pkcs12: [UInt8], passphrase: Secret) throws(JourneyError) {
        let words = passphrase.withBytes { String(decoding: $0, as: UTF8.self) }
        let options: [CFString: Any] = [kSecImportExportPassphrase: words]
        var items: CFArray?
        guard SecPKCS12Import(Data(pkcs12) as CFData, options as CFDictionary, &items) == errSecSuccess,
            let found = (items as? [[String: AnyObject]])?.first?[kSecImportItemIdentity as String],
            CFGetTypeID(found) == SecIdentityGetTypeID()
        else { throw JourneyError(.configurationInvalid, "The client's identity cannot be read.") }
        // Types of Core Foundation have no conditional cast: the line above is the check.
        identity = unsafeDowncast(found, to: SecIdentity.self)
    }

    var credential: URLCredential { URLCredential(identity: identity, certificates: nil, persistence: .none) }
}
