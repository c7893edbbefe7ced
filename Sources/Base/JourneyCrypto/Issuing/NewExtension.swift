/// An extension of a new certificate or revocation list.
package struct NewExtension: Hashable, Sendable {
    var identifier: OID
    var isCritical: Bool
    /// The value in DER.
    package var value: [UInt8]

    /// Creates an extension with an encoded value.
    package init(_ identifier: OID, isCritical: Bool = false, value: [UInt8]) {
        self.identifier = identifier
        self.isCritical = isCritical
        self.value = value
    }

    /// Creates an extension whose value is the single element that `body` writes.
    package init(_ identifier: OID, isCritical: Bool = false, _ body: (inout DERWriter) -> Void) {
        self.init(identifier, isCritical: isCritical, value: DERWriter.bytes(body))
    }

    /// Returns a critical basicConstraints extension: whether the subject is an authority.
    package static func basicConstraints(_ constraints: BasicConstraints) -> NewExtension {
        NewExtension(.basicConstraints, isCritical: true) { writer in
            writer.sequence {
                if constraints.isAuthority { $0.boolean(true) }
                if let length = constraints.pathLength, length >= 0 { $0.integer(UInt64(length)) }
            }
        }
    }

    /// Returns a critical keyUsage extension.
    package static func keyUsage(_ usage: KeyUsage) -> NewExtension {
        NewExtension(.keyUsage, isCritical: true) { $0.namedBits(usage.rawValue) }
    }

    /// Returns an extendedKeyUsage extension with the purposes of the key.
    package static func extendedKeyUsage(_ purposes: [OID], isCritical: Bool = false) -> NewExtension {
        NewExtension(.extendedKeyUsage, isCritical: isCritical) { writer in
            writer.sequence { for purpose in purposes { $0.objectIdentifier(purpose) } }
        }
    }

    /// Returns a subjectAltName extension with the subject's names.
    package static func subjectAltName(_ names: [GeneralName], isCritical: Bool = false) -> NewExtension {
        NewExtension(.subjectAltName, isCritical: isCritical) { writer in
            writer.sequence { for name in names { $0.generalName(name) } }
        }
    }

    /// Returns an issuerAltName extension with other names of the issuer.
    package static func issuerAltName(_ names: [GeneralName]) -> NewExtension {
        NewExtension(.issuerAltName) { writer in writer.sequence { for name in names { $0.generalName(name) } } }
    }

    /// Returns a critical nameConstraints extension for the names below the authority. Addresses include their masks.
    static func nameConstraints(permitted: [GeneralName] = [], excluded: [GeneralName] = []) -> NewExtension {
        NewExtension(.nameConstraints, isCritical: true) { writer in
            writer.sequence { writer in
                for (number, names) in [permitted, excluded].enumerated() where !names.isEmpty {
                    writer.element(.context(UInt8(number), isConstructed: true)) { writer in
                        for name in names { writer.sequence { $0.generalName(name) } }
                    }
                }
            }
        }
    }

    /// Returns a cRLDistributionPoints extension with the URI of the issuer's revocation list.
    package static func crlDistributionPoint(_ address: String) -> NewExtension {
        NewExtension(.crlDistributionPoints) { writer in
            writer.sequence { writer in
                writer.sequence { writer in
                    writer.element(.context(0, isConstructed: true)) { writer in
                        writer.element(.context(0, isConstructed: true)) { $0.generalName(.uri(address)) }
                    }
                }
            }
        }
    }

    /// Returns a subjectKeyIdentifier extension: the first 160 bits of SHA-256 over the key's bits (RFC 7093, section 2, method
    /// 1).
    static func subjectKeyIdentifier(spki: [UInt8]) -> NewExtension {
        NewExtension(.subjectKeyIdentifier) { $0.octetString(keyIdentifier(spki: spki)) }
    }

    static func authorityKeyIdentifier(_ identifier: [UInt8]) -> NewExtension {
        NewExtension(.authorityKeyIdentifier) { writer in
            writer.sequence { $0.element(.context(0, isConstructed: false), identifier) }
        }
    }

    static func keyIdentifier(spki: [UInt8]) -> [UInt8] {
        // Invalid SubjectPublicKeyInfo gets an identifier too; verifiers refuse the key.
        let bits = try? DERReader.element(.sequence, in: spki[...]).elements(limit: 2).last?.bitString().bytes
        return Array(SHA256.hash(Array(bits ?? spki[...])).prefix(20))
    }
}

extension DERWriter {
    /// Writes one GeneralName. Forms that the reader does not support are omitted.
    mutating func generalName(_ name: GeneralName) {
        switch name {
        case .email(let text): element(.context(1, isConstructed: false), Array(text.utf8))
        case .dns(let text): element(.context(2, isConstructed: false), Array(text.utf8))
        case .directory(let name): element(.context(4, isConstructed: true), name.encoded)
        case .uri(let text): element(.context(6, isConstructed: false), Array(text.utf8))
        case .ip(let bytes): element(.context(7, isConstructed: false), bytes)
        case .registeredID(let identifier): element(.context(8, isConstructed: false), identifier.encoded)
        case .unread: break
        }
    }

    mutating func extensions(_ list: [NewExtension]) {
        sequence { writer in
            for item in list {
                writer.sequence { writer in
                    writer.objectIdentifier(item.identifier)
                    if item.isCritical { writer.boolean(true) }
                    writer.octetString(item.value)
                }
            }
        }
    }
}
