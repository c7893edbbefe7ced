/// Definitions shared by all JWE code (RFC 7516).
package enum JWE {
    /// The longest text accepted, in bytes.
    static let limit = 1 << 20

    /// The key management algorithms (RFC 7518, section 4), by JOSE name.
    package enum KeyManagement: String, Hashable, Sendable, CaseIterable {
        /// Both sides share the content key.
        case direct = "dir"
        /// The content key is agreed with an ephemeral key.
        case ecdhES = "ECDH-ES"
        /// The content key is wrapped with AES under an agreed key.
        case ecdhESA256KW = "ECDH-ES+A256KW"
    }

    /// The content encryption algorithms (RFC 7518, section 5.3), by JOSE name.
    package enum ContentEncryption: String, Hashable, Sendable, CaseIterable {
        case a256GCM = "A256GCM"
        /// For partners whose protocol requires it (OpenID for Verifiable Presentations); a recipient must allow it explicitly.
        case a128GCM = "A128GCM"

        /// Length in bytes of a content key.
        var keyCount: Int { self == .a256GCM ? 32 : 16 }

        /// Creates the encryption with a key of `count` bytes; `nil` when there is none.
        init?(keyCount count: Int) {
            switch count {
            case 32: self = .a256GCM
            case 16: self = .a128GCM
            default: return nil
            }
        }
    }

    /// The header members besides algorithms and keys: not secret, but authenticated with the content.
    package struct Labels: Hashable, Sendable {
        /// The media type of the complete JWE.
        package var typ: String?
        /// The media type of the content.
        var cty: String?
        /// The sender's name, an input of the ECDH-ES key derivation. At most 512 bytes.
        package var partyU: [UInt8]?
        /// The recipient's name, an input of the ECDH-ES key derivation. At most 512 bytes.
        package var partyV: [UInt8]?

        /// Creates labels. In the header, absent and empty differ, though both derive the same key.
        package init(typ: String? = nil, cty: String? = nil, partyU: [UInt8]? = nil, partyV: [UInt8]? = nil) {
            self.typ = typ
            self.cty = cty
            self.partyU = partyU
            self.partyV = partyV
        }

        /// The longest name of a party, in bytes.
        static let partyLimit = 512
    }

    /// The decrypted content, bytes or a secret, with its labels.
    package struct Decrypted<Content: Sendable>: Sendable {
        /// The plaintext.
        package let content: Content
        /// The labels in the header.
        package let labels: Labels
        /// The key id in the header.
        package let kid: String?
    }
}
