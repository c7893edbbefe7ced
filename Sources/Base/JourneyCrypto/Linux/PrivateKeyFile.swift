import COpenSSL
package import JourneyBase

/// Reads private key files in locked memory, for the TLS library.
///
/// OpenSSL's own readers free memory with the key without wiping it. The numbers are therefore transferred from a `Secret` into
/// the key.
package enum PrivateKeyFile {
    /// The longest file accepted, in bytes: an RSA key of 8,192 bits takes 6,400 as PEM.
    private static let longest = 16 << 10

    /// Returns the key in `file`, DER or PEM, without a passphrase: P-256, P-384 or P-521 (PKCS#8 or SEC 1), Ed25519 (PKCS#8) or
    /// RSA (PKCS#8 or PKCS#1). The caller owns it. Throws `CryptoError.keyInvalid` for anything else.
    package static func key(_ file: Secret) throws(CryptoError) -> OpaquePointer {
        guard (1...longest).contains(file.count) else { throw .keyInvalid }
        let der = file.withBytes { $0.first == UInt8(ascii: "-") } ? content(ofPEM: file) : file
        guard let der, let info = der.withBytes({ PrivateKeyInfo($0) }) else { throw .keyInvalid }
        func part(_ range: Range<Int>) -> Secret {
            Secret(count: range.count) { memory in
                der.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
            }
        }
        switch info {
        case .curve(let curve, let scalar):
            let key = try PlatformECPrivateKey(scalar: part(scalar), curve: curve)
            return withExtendedLifetime(key) { reference(to: key.raw) }
        case .ed25519(let seed):
            let key = try PlatformEd25519PrivateKey(seed: part(seed))
            return withExtendedLifetime(key) { reference(to: key.raw) }
        case .rsa(let range):
            _ = OpenSSL.hasLockedHeap
            let key = der.withBytes { OpenSSL.lockedRSAKey(pkcs1: UnsafeRawBufferPointer(rebasing: $0[range])) }
            guard let key else {
                OpenSSL.forgetErrors()
                throw .keyInvalid
            }
            return key
        }
    }

    /// Returns the cause for which `key` refused a file, for messages. It tells the file's form, never its content.
    package static func cause(_ file: Secret, _ error: CryptoError) -> String {
        guard error == .keyInvalid else { return "the library failed (\(error))" }
        guard file.count > 0 else { return "the file is empty" }
        guard file.count <= longest else { return "the file has \(file.count) bytes; \(longest) are allowed" }
        guard file.withBytes({ $0.first == UInt8(ascii: "-") }) else { return "it is not DER of a supported key" }
        let isEncrypted = file.withBytes { bytes in
            bytes.split(separator: 0x0A).contains { line in
                line.starts(with: "-----BEGIN ENCRYPTED".utf8) || line.starts(with: "Proc-Type: 4,ENCRYPTED".utf8)
            }
        }
        if isEncrypted { return "it is encrypted with a passphrase; store it without one" }
        return content(ofPEM: file) == nil
            ? "it has no complete PEM block “PRIVATE KEY”" : "its PEM block is not a supported key"
    }

    /// Returns a new reference to `key`, which stays alive during the call.
    private static func reference(to key: OpaquePointer) -> OpaquePointer {
        EVP_PKEY_up_ref(key)
        return key
    }

    /// Returns the decoded content of the first private key block (RFC 7468), or `nil`. Skips the curve parameters that OpenSSL
    /// writes before the key.
    private static func content(ofPEM file: Secret) -> Secret? {
        file.withBytes { bytes in
            let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
            func isMark(_ line: Slice<UnsafeRawBufferPointer>, _ start: String) -> Bool {
                line.starts(with: start.utf8) && line.reversed().starts(with: "PRIVATE KEY-----".utf8.reversed())
            }
            guard let first = lines.firstIndex(where: { isMark($0, "-----BEGIN ") }),
                let last = lines[first...].firstIndex(where: { isMark($0, "-----END ") }), last > first + 1
            else { return nil }
            let body = lines[(first + 1)..<last]
            let count = body.reduce(0) { $0 + $1.count }
            guard count % 4 == 0 else { return nil }
            let text = Secret(count: count) { memory in
                var at = 0
                for line in body {
                    UnsafeMutableRawBufferPointer(rebasing: memory[at...]).copyBytes(from: line)
                    at += line.count
                }
            }
            let padding = text.withBytes { $0.suffix(2).count { $0 == UInt8(ascii: "=") } }
            var written: Int32 = -1
            let whole = Secret(count: count / 4 * 3) { memory in
                written = text.withBytes { EVP_DecodeBlock(memory.address, $0.address, Int32(count)) }
            }
            return Int(written) == whole.count ? whole.prefix(whole.count - padding) : nil
        }
    }
}
