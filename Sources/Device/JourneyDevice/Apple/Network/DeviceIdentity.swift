internal import Foundation
public import JourneyBase
internal import Security

/// The client certificate of this device with its key, from a PKCS#12 file. Core Foundation's identities are immutable, so it may
/// be shared.
public struct DeviceIdentity: @unchecked Sendable {
    private let identity: SecIdentity

    /// Reads the first identity in `pkcs12`.
    ///
    /// Security takes the passphrase as a string only, so it leaves locked memory for the call.
    ///
    /// - Parameters:
    ///   - pkcs12: The file's bytes.
    ///   - passphrase: The file's passphrase.
    /// - Throws: `CONFIGURATION_INVALID` when there is no identity, or the passphrase is wrong.
    public init(pkcs12: [UInt8], passphrase: Secret) throws(JourneyError) {
        let words = passphrase.withBytes { String(decoding: $0, as: UTF8.self) }
        let options: [CFString: Any] = [kSecImportExportPassphrase: words]
        var items: CFArray?
        let status = SecPKCS12Import(Data(pkcs12) as CFData, options as CFDictionary, &items)
        guard status == errSecSuccess else {
            throw JourneyError(
                .configurationInvalid,
                "SecPKCS12Import failed for the client's PKCS#12 file: OSStatus \(status). Check the file and its passphrase."
            )
        }
        guard let found = (items as? [[String: AnyObject]])?.first?[kSecImportItemIdentity as String],
            CFGetTypeID(found) == SecIdentityGetTypeID()
        else { throw JourneyError(.configurationInvalid, "The client's PKCS#12 file has no identity.") }
        // Core Foundation types have no conditional cast: the line above is the check.
        identity = unsafeDowncast(found, to: SecIdentity.self)
    }

    var credential: URLCredential { URLCredential(identity: identity, certificates: nil, persistence: .none) }
}
