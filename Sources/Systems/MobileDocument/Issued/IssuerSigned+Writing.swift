import JourneyCBOR

extension IssuerSigned {
    /// The structure around items and signature as they are.
    static func encode(
        _ spaces: [(name: String, items: [ArraySlice<UInt8>])], issuerAuth: ArraySlice<UInt8>
    ) -> [UInt8] {
        let size = spaces.reduce(issuerAuth.count) { $0 + $1.items.reduce(64) { $0 + $1.count } }
        var writer = CBORWriter(capacity: size + 64)
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
        return writer.encoded
    }
}
