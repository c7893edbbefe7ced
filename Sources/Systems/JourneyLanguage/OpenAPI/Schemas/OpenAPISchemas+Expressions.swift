internal import JourneyBase

extension OpenAPISchemas {
    /// Returns the shape that values of the schema at `reading` have, for expressions.
    ///
    /// Schemas that are nested deeper than the limits, or contain themselves, are any value below them: the validator judges the
    /// value itself.
    func expressionShape(of reading: Reading, _ use: JSONSchema.Use) -> ExpressionShape {
        var budget = 4_000
        return expressionShape(of: reading, use, depth: 0, &budget)
    }

    private func expressionShape(
        of reading: Reading, _ use: JSONSchema.Use, depth: Int, _ budget: inout Int
    ) -> ExpressionShape {
        budget -= 1
        guard depth < 12, budget > 0, let known = try? shape(of: reading, use) else { return ExpressionShape() }
        var shape = ExpressionShape(known.type.map(ExpressionType.init) ?? .dyn)
        shape.isNullable = known.isNullable
        // A schema that has members without saying "object" means one.
        let isObject = known.type == .object || (known.type == nil && !known.properties.isEmpty)
        switch known.type {
        case .array:
            shape.items = known.items.map { [expressionShape(of: $0, use, depth: depth + 1, &budget)] } ?? []
        case _ where isObject:
            shape.type = .map(.string, .dyn)
            for (name, property) in known.properties.sorted(by: { $0.key < $1.key }) {
                var member = expressionShape(of: property.schema, use, depth: depth + 1, &budget)
                member.isNullable = member.isNullable || property.isNullable
                shape.members[name] = member
            }
            shape.required = known.required
            shape.isOpen = known.isOpen || !known.required.isSubset(of: known.properties.keys)
            if let others = known.others, others.value.object != nil {
                shape.others = [expressionShape(of: others, use, depth: depth + 1, &budget)]
            }
        case .string: shape.texts = texts(of: reading)
        default: break
        }
        if use == .request {
            shape.choices = known.choices.map { $0.map { option(at: $0, in: known, use, depth: depth + 1, &budget) } }
            if !isObject, known.type != .array { shape.rule = rule(of: reading) }
        }
        return shape
    }

    /// Returns the shape of one option of a choice. Where the schema around it takes undeclared members, so does the option.
    private func option(
        at reading: Reading, in known: SchemaShape, _ use: JSONSchema.Use, depth: Int, _ budget: inout Int
    ) -> ExpressionShape {
        if (try? references.resolve(reading))?.value["type"] == "null" {
            var none = ExpressionShape(.null)
            none.isNullable = true
            return none
        }
        var option = expressionShape(of: reading, use, depth: depth, &budget)
        if let others = known.others, others.value != false { option.isOpen = true }
        // Options often say only which members are required.
        guard option.type == .dyn, let required = (try? shape(of: reading, use))?.required, !required.isEmpty else {
            return option
        }
        option.type = .map(.string, .dyn)
        option.required = required
        return option
    }

    private func rule(of reading: Reading) -> ConstantRule? {
        (try? references.resolve(reading)).flatMap { ConstantRule($0.value, dialect) }
    }

    /// Returns the texts that a schema lists, or nothing if it lists none or something else too.
    private func texts(of reading: Reading) -> Set<String> {
        guard let schema = try? references.resolve(reading).value,
            let values = schema["enum"]?.array ?? schema["const"].map({ [$0] })
        else { return [] }
        let texts = Set(values.compactMap(\.string))
        return texts.count == values.count ? texts : []
    }
}

/// The shapes of an operation's arguments and response, for expressions.
struct OperationShapes: Sendable {
    /// The shapes of arguments by name.
    var arguments: [String: ExpressionShape] = [:]
    /// The shape of the whole body.
    var body: ExpressionShape?
    /// The type of a successful response.
    var answer = ExpressionType.dyn
}
