internal import JourneyBase

extension SchemaCompiler {
    /// Compiles a Schema Object of OpenAPI 3.0 (section 4.7.24 of 3.0.3).
    mutating func openAPI30(_ reader: SchemaReader, _ resource: Int) throws(SchemaProblem) -> SchemaNode {
        var node = SchemaNode(resource: resource)
        // In a Reference Object, everything beside `$ref` is ignored (section 4.7.23).
        if let text = try reader.text("$ref") {
            let source = try documents.target(of: text, in: resource, at: reader.place.child("$ref"))
            node.checks = [.reference(try self.node(source))]
            return node
        }
        node.checks += try type(of: reader)
        node.checks += try values(of: constless(reader))
        if let names = try reader.names("required"), !names.isEmpty { node.checks.append(.required(names)) }
        let isAbove = try reader.flag("exclusiveMinimum") ?? false
        let isBelow = try reader.flag("exclusiveMaximum") ?? false
        node.checks += try bounds(
            [("minimum", isAbove ? .more : .least), ("maximum", isBelow ? .less : .most)], of: reader)
        node.checks += try format(of: reader)
        node.checks += try members(of: patternless(reader), resource)
        if let rest = try single("items", of: reader, resource) {
            node.checks.append(.items(prefix: [], rest: rest))
        }
        node.checks += try combinations(of: reader, resource)
        node.isReadOnly = try reader.flag("readOnly") ?? false
        node.isWriteOnly = try reader.flag("writeOnly") ?? false
        node.isSecret = try reader.text("format") == SchemaNode.secretFormat
        return node
    }

    // Keywords that 3.0 does not have are ignored.
    private func constless(_ reader: SchemaReader) -> SchemaReader { without("const", reader) }
    private func patternless(_ reader: SchemaReader) -> SchemaReader { without("patternProperties", reader) }

    private func without(_ keyword: String, _ reader: SchemaReader) -> SchemaReader {
        guard reader[keyword] != nil else { return reader }
        var members = reader.members
        members[keyword] = nil
        return SchemaReader(members: members, place: reader.place)
    }

    private func type(of reader: SchemaReader) throws(SchemaProblem) -> [SchemaCheck] {
        let isNullable = try reader.flag("nullable") ?? false
        guard let name = try reader.text("type") else { return [] }
        guard var types = SchemaTypes(name: name), types != .null else {
            throw reader.problem("type", "is not a type of OpenAPI 3.0")
        }
        if isNullable { types.insert(.null) }
        return [.type(types)]
    }
}
