/// The location of a schema: the document, and the path in it.
struct SchemaLocation: Hashable {
    let document: Int
    /// A JSON Pointer (RFC 6901).
    let pointer: String

    func child(_ name: String) -> SchemaLocation {
        SchemaLocation(document: document, pointer: pointer + "/" + JSONPointer.escaped(name))
    }

    func child(_ index: Int) -> SchemaLocation { SchemaLocation(document: document, pointer: "\(pointer)/\(index)") }

    func problem(_ reason: String) -> SchemaProblem { SchemaProblem(pointer: pointer, reason: reason) }
}
