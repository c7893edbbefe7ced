/// Where a schema stands: which document, and which place in it.
struct SchemaPlace: Hashable {
    let document: Int
    /// A JSON Pointer (RFC 6901).
    let pointer: String

    func child(_ name: String) -> SchemaPlace {
        SchemaPlace(document: document, pointer: pointer + "/" + JSONPointer.escaped(name))
    }

    func child(_ index: Int) -> SchemaPlace { SchemaPlace(document: document, pointer: "\(pointer)/\(index)") }

    func problem(_ reason: String) -> SchemaProblem { SchemaProblem(pointer: pointer, reason: reason) }
}
