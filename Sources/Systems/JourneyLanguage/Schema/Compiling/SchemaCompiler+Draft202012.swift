internal import JourneyBase

extension SchemaCompiler {
    /// Compiles a schema of draft 2020-12; each keyword applies if its vocabulary is in use.
    mutating func draft202012(_ reader: SchemaReader, _ resource: Int) throws(SchemaProblem) -> SchemaNode {
        var node = SchemaNode(resource: resource)
        node.title = reader["title"]?.string
        let vocabularies = documents.resources[resource].vocabularies
        node.checks += try references(of: reader, resource)
        if vocabularies.contains(.validation) {
            node.checks += try types(of: reader)
            node.checks += try values(of: reader)
            if let names = try reader.names("required"), !names.isEmpty { node.checks.append(.required(names)) }
            node.checks += try bounds(
                [
                    ("minimum", .least), ("exclusiveMinimum", .more), ("maximum", .most), ("exclusiveMaximum", .less),
                ], of: reader)
            if let pairs = try reader.map("dependentRequired") {
                var needs: [(name: String, needs: [String])] = []
                for (name, value) in pairs {
                    guard let list = value.array else {
                        throw reader.problem("dependentRequired", "must have an array for each member")
                    }
                    needs.append((name, try reader.strings(list, "dependentRequired")))
                }
                node.checks.append(.dependentRequired(needs))
            }
        }
        if dialect.assertsFormat || vocabularies.contains(.format) { node.checks += try format(of: reader) }
        if vocabularies.contains(.applicator) { node.checks += try applicators(of: reader, resource) }
        if vocabularies.contains(.unevaluated) {
            node.unevaluatedItems = try single("unevaluatedItems", of: reader, resource)
            node.unevaluatedProperties = try single("unevaluatedProperties", of: reader, resource)
        }
        if dialect == .openAPI31 {
            node.isReadOnly = try reader.flag("readOnly") ?? false
            node.isWriteOnly = try reader.flag("writeOnly") ?? false
            node.isSecret = try reader.text("format") == SchemaNode.secretFormat
        }
        return node
    }

    private mutating func references(
        of reader: SchemaReader, _ resource: Int
    ) throws(SchemaProblem) -> [SchemaCheck] {
        var checks: [SchemaCheck] = []
        if let text = try reader.text("$ref") {
            checks.append(
                .reference(try node(documents.target(of: text, in: resource, at: reader.place.child("$ref")))))
        }
        if let text = try reader.text("$dynamicRef") {
            let source = try documents.target(of: text, in: resource, at: reader.place.child("$dynamicRef"))
            let initial = try node(source)
            // A `$dynamicRef` is dynamic only if its initial target is a dynamic anchor of that name (core, section 8.2.3.2).
            let name = SchemaURI(text).decodedFragment ?? ""
            if documents.resources[source.resource].dynamicAnchors[name] == source.place {
                hasDynamicReferences = true
                checks.append(.dynamicReference(initial: initial, name: name))
            } else {
                checks.append(.reference(initial))
            }
        }
        return checks
    }

    private func types(of reader: SchemaReader) throws(SchemaProblem) -> [SchemaCheck] {
        guard let value = reader["type"] else { return [] }
        var types: SchemaTypes = []
        for element in value.array ?? [value] {
            guard let type = element.string.flatMap(SchemaTypes.init(name:)) else {
                throw reader.problem("type", "is not a JSON Schema type")
            }
            types.insert(type)
        }
        guard !types.isEmpty else { throw reader.problem("type", "is empty") }
        return [.type(types)]
    }

    private mutating func applicators(
        of reader: SchemaReader, _ resource: Int
    ) throws(SchemaProblem) -> [SchemaCheck] {
        var checks = try members(of: reader, resource)
        if let node = try single("propertyNames", of: reader, resource) { checks.append(.memberNames(node)) }
        let prefix = try list("prefixItems", of: reader, resource) ?? []
        let rest = try single("items", of: reader, resource)
        if !prefix.isEmpty || rest != nil {
            checks.append(.items(prefix: prefix, rest: rest))
        }
        if let node = try single("contains", of: reader, resource) {
            var range = CountRange(least: 1, leastKeyword: "minContains", mostKeyword: "maxContains")
            range.least = try reader.count("minContains") ?? 1
            range.most = try reader.count("maxContains")
            checks.append(.contains(node, range))
        }
        let dependent = try map("dependentSchemas", of: reader, resource)
        if !dependent.isEmpty { checks.append(.dependentSchemas(dependent)) }
        checks += try combinations(of: reader, resource)
        // Compiled even without `if`, so that their errors are found.
        let (then, otherwise) = (try single("then", of: reader, resource), try single("else", of: reader, resource))
        if let test = try single("if", of: reader, resource) {
            checks.append(.condition(test: test, then: then, otherwise: otherwise))
        }
        return checks
    }
}
