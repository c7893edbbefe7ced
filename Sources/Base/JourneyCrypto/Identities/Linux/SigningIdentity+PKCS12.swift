import COpenSSL
import Glibc
public import JourneyBase

/// PKCS#12 (RFC 7292): the file format in which tools exchange a key with its certificates.
extension SigningIdentity {
    /// The longest file accepted, in bytes.
    private static let longest = 1 << 20
    /// The number of password derivation rounds in files made here.
    private static let rounds: Int32 = 100_000
    /// The maximum number of rounds of all derivations of a file together: ten times those of a file made here, about two
    /// seconds. The file itself sets its number of rounds.
    static let mostRounds = 3_000_000

    /// Reads the identity from a PKCS#12 file.
    ///
    /// - Parameters:
    ///   - bytes: The file, in DER.
    ///   - password: The file's password, in UTF-8.
    /// - Throws: `CryptoError.authenticationFailed` for a wrong password. `CryptoError.certificateInvalid` when the file has no
    ///   key with its certificate, needs more than three million rounds of password hashing, or uses an algorithm that OpenSSL
    ///   offers only in its legacy provider (RC2).
    public init(pkcs12 bytes: [UInt8], password: Secret) throws(CryptoError) {
        _ = OpenSSL.hasLockedHeap
        guard bytes.count <= Self.longest else { throw .certificateInvalid }
        defer { OpenSSL.forgetErrors() }
        let file = bytes.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return d2i_PKCS12(nil, &next, buffer.count)
        }
        guard let file else { throw .certificateInvalid }
        defer { PKCS12_free(file) }
        let text = try Self.terminated(password)
        // Checked before any derivation, and again for keys that are encrypted inside an encrypted part.
        guard Self.isBounded(copenssl_pkcs12_rounds(file, nil, 0)) else { throw .certificateInvalid }
        var raw: OpaquePointer?
        var own: OpaquePointer?
        var others: OpaquePointer?
        let isRead = text.withBytes { memory -> Bool? in
            let start = memory.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard PKCS12_verify_mac(file, start, Int32(password.count)) == 1 else { return nil }
            guard Self.isBounded(copenssl_pkcs12_rounds(file, start, Int32(password.count))) else { return false }
            return PKCS12_parse(file, start, &raw, &own, &others) == 1
        }
        Self.wipeFreedBlocks()
        defer {
            X509_free(own)
            copenssl_certificates_free(others)
        }
        guard isRead == true, let raw, let own else {
            EVP_PKEY_free(raw)
            throw isRead == nil ? .authenticationFailed : .certificateInvalid
        }
        // From here on, the identity owns the key, even when it throws.
        let key = OpenSSLKey(owning: raw)
        let certificate = try Self.certificate(own)
        var chain: [Certificate] = []
        for index in 0..<max(copenssl_certificates_count(others), 0) {
            chain.append(try Self.certificate(copenssl_certificates_at(others, index)))
        }
        EVP_PKEY_up_ref(key.raw)
        try self.init(certificate: certificate, chain: chain, owning: key.raw)
    }

    /// Encodes the identity as a PKCS#12 file, encrypted with AES-256 and PBKDF2 and authenticated with HMAC; all use SHA-256.
    ///
    /// - Parameters:
    ///   - password: The file's password in UTF-8, not empty.
    ///   - name: The friendly name of key and certificate.
    /// - Returns: The file, in DER.
    /// - Throws: `CryptoError.keyInvalid` for a password that is empty or contains a zero byte.
    public func pkcs12(password: Secret, name: String) throws(CryptoError) -> [UInt8] {
        guard password.count > 0, let list = copenssl_certificates_new() else { throw .keyInvalid }
        defer { copenssl_certificates_free(list) }
        defer { OpenSSL.forgetErrors() }
        let own = try OpenSSLX509(certificate)
        for item in chain {
            guard copenssl_certificates_add(list, item.encoded, item.encoded.count) == 1 else {
                throw .certificateInvalid
            }
        }
        let text = try Self.terminated(password)
        let made = text.withBytes { memory in
            PKCS12_create(
                memory.baseAddress?.assumingMemoryBound(to: CChar.self), name, key.raw, own.raw, list, 0, 0,
                Self.rounds,
                Self.rounds, 0)
        }
        guard let made else { throw .unavailable }
        defer { PKCS12_free(made) }
        return try OpenSSLX509.bytes { i2d_PKCS12(made, $0) }
    }

    /// Takes back the blocks of memory that were freed last, of each size up to 4 KB, and wipes them.
    ///
    /// OpenSSL's decoder frees its copy of the key's DER as it is (`der2key.c`), so that the private number would stay until the
    /// block is used again. The allocator gives the blocks that a thread freed last to its next requests of that size.
    private static func wipeFreedBlocks() {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 8) { blocks in
            for size in stride(from: 24, through: 4_096, by: 16) {
                for index in blocks.indices {
                    blocks[index] = malloc(size)
                    blocks[index].map { OPENSSL_cleanse($0, size) }
                }
                for block in blocks { free(block) }
            }
        }
    }

    private static func isBounded(_ rounds: Int) -> Bool { (0...mostRounds).contains(rounds) }

    private static func certificate(_ raw: OpaquePointer?) throws(CryptoError) -> Certificate {
        let bytes = try OpenSSLX509.bytes { i2d_X509(raw, $0) }
        do throws(DERError) { return try Certificate(bytes) } catch { throw .certificateInvalid }
    }

    /// Returns the password as a zero-terminated C string, also in locked memory.
    private static func terminated(_ password: Secret) throws(CryptoError) -> Secret {
        guard password.count <= 1_024, !password.withBytes({ $0.contains(0) }) else { throw .keyInvalid }
        return Secret(count: password.count + 1) { out in password.withBytes { out.copyMemory(from: $0) } }
    }
}
