/// What holds for every JWE here (RFC 7516).
package enum JWE {
    /// Bytes that a text may have.
    static let limit = 1 << 20

    /// How the content key comes to the recipient (RFC 7518, section 4), by its JOSE name.
    package enum KeyManagement: String, Hashable, Sendable, CaseIterable {
        /// Both sides have it.
        case direct = "dir"
        /// Agreed with an ephemeral key.
        case ecdhES = "ECDH-ES"
        /// Wrapped with AES under an agreed key.
        case ecdhESA256KW = "ECDH-ES+A256KW"
    }

    /// How the content is encrypted (RFC 7518, section 5.3), by its JOSE name.
    package enum ContentEncryption: String, Hashable, Sendable, CaseIterable {
        case a256GCM = "A256GCM"
        /// For partners whose protocol demands it (OpenID for Verifiable Presentations); a recipient has to allow it.
        case a128GCM = "A128GCM"

        /// Bytes of a content key.
        var keyCount: Int { self == .a256GCM ? 32 : 16 }

        /// The encryption with a key of `count` bytes; `nil` when there is none.
        init?(keyCount count: Int) {
            switch count {
            case 32: self = .a256GCM
            case 16: self = .a128GCM
            default: return nil
            }
        }
    }

    /// What a header says beside algorithms and keys. It is not secret, but bound to the content.
    package struct Labels: Hashable, Sendable {
        /// What the whole is.
        package var typ: String?
        /// What the content is.
        var cty: String?
        /// What the sender is called; part of the key derivation of ECDH-ES. At most 512 bytes.
        package var partyU: [UInt8]?
        /// What the recipient is called; the same.
        package var partyV: [UInt8]?

        /// Absent is not the same as empty in the header, though both derive the same key.
        package init(typ: String? = nil, cty: String? = nil, partyU: [UInt8]? = nil, partyV: [UInt8]? = nil) {
            self.typ = typ
            self.cty = cty
            self.partyU = partyU
            self.partyV = partyV
        }

        /// The most bytes of a party's name.
        static let partyLimit = 512
    }

    /// What was opened: bytes, or a secret.
    package struct Decrypted<Content: Sendable>: Sendable {
        /// The plaintext.
        package let content: Content
        /// What the header says of it.
        package let labels: Labels
        /// The id of the key that the header names.
        package let kid: String?
    }
}
