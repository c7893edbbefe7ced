import JourneyCBOR

extension IssuerSigned {
    /// The structure around items and signature as they are.
    static func encode(
        _ spaces: [(name: String, items: [ArraySlice<UInt8>])], issuerAuth: ArraySlice<UInt8>
    ) -> [UInt8] {
        var writer = CBORWriter(capacity: count(spaces, issuerAuth))
        write(spaces, issuerAuth: issuerAuth, into: &writer)
        return writer.finish()
    }

    /// Bytes that the structure has, or a few more.
    static func count(
        _ spaces: [(name: String, items: [ArraySlice<UInt8>])], _ issuerAuth: ArraySlice<UInt8>
    ) -> Int {
        spaces.reduce(issuerAuth.count + 64) { $0 + $1.name.utf8.count + $1.items.reduce(16) { $0 + $1.count } }
    }

    static func write(
        _ spaces: [(name: String, items: [ArraySlice<UInt8>])], issuerAuth: ArraySlice<UInt8>,
        into writer: inout CBORWriter
    ) {
        writer.map(spaces.isEmpty ? 1 : 2)
        if !spaces.isEmpty {
            writer.text("nameSpaces")
            writer.map(spaces.count)
            for space in spaces {
                writer.text(space.name)
                writer.array(space.items.count)
                for item in space.items { writer.raw(item) }
            }
        }
        writer.text("issuerAuth")
        writer.raw(issuerAuth)
    }
}
