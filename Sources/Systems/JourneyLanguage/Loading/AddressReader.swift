internal import JourneyBase

/// Reads the address of a page that is an expression, and finds the place of each of its values; manifest 1.3.
struct AddressReader {
    private let expression: Expression
    private let origins: SourcePolicy
    /// The steps whose outputs anybody may have made.
    private let untrusted: Set<String>

    private var program: ExpressionProgram { expression.program }

    /// Compiles `source`.
    ///
    /// - Throws: `ExpressionError` for an expression whose values could decide more than a segment or a query's value.
    static func address(
        _ source: String, in environment: ExpressionEnvironment, on origins: SourcePolicy, untrusted: Set<String> = []
    ) throws(ExpressionError) -> PageAddress {
        let expression = try Expression(compiling: source, in: environment)
        guard expression.type.overlaps(.string) else {
            throw ExpressionError(.type, at: 0, "An address is a string, not \(expression.type.name).")
        }
        if let error = expression.certainError() { throw error }
        let reader = AddressReader(expression: expression, origins: origins, untrusted: untrusted)
        let form = try reader.form(of: expression.program.root)
        let address = AddressExpression(expression: expression, form: form, origins: origins)
        guard expression.reads.isEmpty else { return .composed(address) }
        return .fixed(try address.url(in: ExpressionScope()))
    }

    private func form(of index: Int) throws(ExpressionError) -> AddressExpression.Form {
        guard program.nodes[index].kind == .conditional else { return .parts(try parts(of: index)) }
        let operands = program.operands(of: index)
        guard !isTainted(operands[0]) else {
            throw fault(
                operands[0],
                "A payload, a return or a plugin's answer must not decide the address: it fills one segment or query value."
            )
        }
        return .choice(
            condition: operands[0], then: try form(of: operands[1]), otherwise: try form(of: operands[2]))
    }

    /// Returns `true` if a page's payload, the return of an authorize step or the answer of a native one can influence the value.
    private func isTainted(_ index: Int) -> Bool {
        program.isTainted(index)
            || program.contains(under: index) { node in
                switch node.kind {
                case .path, .hasPath:
                    let path = program.paths[Int(node.first)]
                    guard path.root == "steps" else { return false }
                    guard case .name(let step)? = path.elements.first else { return !untrusted.isEmpty }
                    return untrusted.contains(step)
                case .variable: return program.names[Int(node.first)] == "steps" && !untrusted.isEmpty
                default: return false
                }
            }
    }

    /// Returns the parts that `+` joins.
    private func parts(of index: Int) throws(ExpressionError) -> [AddressExpression.Part] {
        let operands = joined(index)
        var parts: [AddressExpression.Part] = []
        // The constant text since the beginning, or since the bank's beginning.
        var text = ""
        var hasBeginning = false
        for (position, operand) in operands.enumerated() {
            if let literal = program.text(operand) {
                text += literal
                parts.append(.literal(literal))
            } else if position == 0 {
                guard !isTainted(operand) else {
                    throw fault(operand, "A payload, a return or a plugin's answer must not decide scheme or host.")
                }
                hasBeginning = true
                parts.append(.beginning(operand))
            } else {
                let next = position + 1 < operands.count ? program.text(operands[position + 1]) : ""
                parts.append(try value(operand, after: text, hasBeginning: hasBeginning, before: next))
                // Constants on both sides of a value are not one text.
                text += "x"
            }
        }
        return parts
    }

    /// Returns the part that a value fills.
    private func value(
        _ operand: Int, after text: String, hasBeginning: Bool, before next: String?
    ) throws(ExpressionError) -> AddressExpression.Part {
        guard
            hasBeginning
                || AddressExpression.origin(atStartOf: text).map({ origins.admits($0, isMainFrame: true) }) == true
        else { throw fault(operand, "A value comes after 'https://', an allowed host and '/'.") }
        guard let next, !text.contains("#") else {
            throw fault(
                operand, "A value fills one whole segment or query value; write the text around it as a constant.")
        }
        let query = text.lastIndex { "?&".contains($0) }.map { text[$0...] }
        if let query {
            guard query.count > 2, query.last == "=", query.count(where: { $0 == "=" }) == 1,
                next.isEmpty || next.hasPrefix("&")
            else { throw fault(operand, "A value in a query stands between '=' and '&' or the end.") }
            return .query(operand)
        }
        guard text.last == "/", next.isEmpty || next.hasPrefix("/") || next.hasPrefix("?") else {
            throw fault(operand, "A value in a path stands between '/' and '/', '?' or the end.")
        }
        return .segment(operand)
    }

    private func joined(_ index: Int) -> [Int] {
        guard program.nodes[index].kind == .add else { return [index] }
        return program.operands(of: index).flatMap(joined)
    }

    private func fault(_ index: Int, _ detail: String) -> ExpressionError {
        ExpressionError(.type, at: Int(program.nodes[index].offset), detail)
    }
}
