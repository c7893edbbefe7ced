package import JourneyBase

/// The address of a web step's page.
package enum PageAddress: Sendable {
    case fixed(HTTPSURL)
    /// An address with values; manifest 1.3.
    case composed(AddressExpression)

    /// The address, or `nil` if it has values.
    package var url: HTTPSURL? { if case .fixed(let url) = self { url } else { nil } }
}

/// An address that an expression makes; manifest 1.3.
///
/// Scheme and host come from constants or from the bank, never from an event's payload, which a page may have raised. Every other
/// value fills one segment of the path or one value of the query, and is escaped for it. The address is on an allowed origin.
package struct AddressExpression: Sendable {
    /// The parts of an address, whose nodes are those of the expression.
    indirect enum Form: Sendable {
        case choice(condition: Int, then: Form, otherwise: Form)
        case parts([Part])
    }

    enum Part: Sendable {
        case literal(String)
        /// The address's beginning, from the bank.
        case beginning(Int)
        case segment(Int)
        case query(Int)
    }

    let expression: Expression
    let form: Form
    let origins: SourcePolicy

    /// Returns the address.
    ///
    /// - Parameter scope: The values of the expression's variables.
    /// - Throws: `ExpressionError` if a part has no value, a value does not fit its place, or the address is not on an allowed
    ///   origin.
    func url(in scope: ExpressionScope) throws(ExpressionError) -> HTTPSURL {
        var machine = expression.evaluation(in: scope)
        var text = ""
        var origin: Origin?
        for part in try parts(of: form, &machine) {
            switch part {
            case .literal(let literal): text += literal
            case .beginning(let node): text += try self.text(of: node, &machine)
            case .segment(let node), .query(let node):
                guard let begun = AddressExpression.origin(atStartOf: text), origins.admits(begun, isMainFrame: true)
                else { throw fault(.value, node, "A value follows no scheme and allowed host.") }
                origin = begun
                text += try escaped(part, node, &machine)
            }
        }
        guard let url = HTTPSURL(text), origins.admits(url.origin, isMainFrame: true),
            origin ?? url.origin == url.origin
        else { throw fault(.value, expression.program.root, "The address is no https URL on an allowed origin.") }
        return url
    }

    /// Returns the origin with which `text` begins, if it is complete: https, a host, and the slash after it.
    static func origin(atStartOf text: String) -> Origin? {
        let start = "https://"
        guard text.hasPrefix(start) else { return nil }
        let rest = text.dropFirst(start.count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        return HTTPSURL(start + rest[...slash])?.origin
    }

    private func parts(
        of form: Form, _ machine: inout ExpressionMachine
    ) throws(ExpressionError) -> [Part] {
        var form = form
        while case .choice(let condition, let then, let otherwise) = form {
            switch machine.value(condition) {
            case .bool(let truth): form = truth ? then : otherwise
            case .fault(let fault): throw expression.program.error(fault)
            default: throw expression.program.error(ExpressionFault(.boolean, node: condition))
            }
        }
        guard case .parts(let parts) = form else { return [] }
        return parts
    }

    private func text(of node: Int, _ machine: inout ExpressionMachine) throws(ExpressionError) -> String {
        let value = machine.value(node)
        guard !machine.isExhausted else { throw expression.program.error(ExpressionFault(.cost, node: node)) }
        switch value {
        case .string(let text): return text
        case .fault(let fault): throw expression.program.error(fault)
        default: throw fault(.type, node, "A part of an address is a string.")
        }
    }

    private func escaped(
        _ part: Part, _ node: Int, _ machine: inout ExpressionMachine
    ) throws(ExpressionError) -> String {
        let text = try text(of: node, &machine)
        if case .segment = part, text.isEmpty || !PathSafety.isSafe(.string(text)) {
            throw fault(.value, node, "The value does not fit one segment of a path.")
        }
        return PercentEncoding.encoded(text)
    }

    private func fault(_ kind: ExpressionFaultKind, _ node: Int, _ detail: String) -> ExpressionError {
        ExpressionError(kind, at: Int(expression.program.nodes[node].offset), detail)
    }
}
