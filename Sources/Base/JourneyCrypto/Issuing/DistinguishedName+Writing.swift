extension DistinguishedName {
    /// Creates the name of these attributes, one relative name each, most significant first. Throws `DERError.badString` for text
    /// that the attribute's type cannot hold: control characters, a country that is not PrintableString, an email address that is
    /// not ASCII.
    package init(_ attributes: KeyValuePairs<OID, String>) throws(DERError) {
        let bytes = DERWriter.bytes { writer in
            writer.sequence { writer in
                for (type, text) in attributes {
                    let pair = DERWriter.bytes { writer in
                        writer.sequence { writer in
                            writer.objectIdentifier(type)
                            switch type {
                            case .emailAddress: writer.element(.ia5String, Array(text.utf8))
                            case .country: writer.element(.printableString, Array(text.utf8))
                            default: writer.text(text)
                            }
                        }
                    }
                    writer.set(of: [pair])
                }
            }
        }
        try self.init(DERReader.element(.sequence, in: bytes[...]))
    }
}
