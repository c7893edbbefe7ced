package import JourneyBase

extension Expression {
    /// The roots and variables that the expression reads, such as `payload`.
    package var reads: Set<String> {
        var roots: Set<String> = []
        for node in program.nodes {
            switch node.kind {
            case .path, .hasPath: roots.insert(program.paths[Int(node.first)].root)
            case .variable: roots.insert(program.names[Int(node.first)])
            default: break
            }
        }
        return roots
    }

    /// The paths into the context that the expression reads.
    package var paths: [ContextPath] {
        program.nodes.filter { $0.kind == .path || $0.kind == .hasPath }.map { program.paths[Int($0.first)] }
    }

    /// Returns the first variable or path that the expression reads and `mayRead` rejects; the configuration is always allowed.
    func firstRead(unless mayRead: (ContextPath) -> Bool) -> String? {
        for node in program.nodes {
            switch node.kind {
            case .path, .hasPath:
                let path = program.paths[Int(node.first)]
                if !mayRead(path) { return path.description }
            case .variable:
                let name = program.names[Int(node.first)]
                if !name.hasPrefix("config.") { return name }
            default: break
            }
        }
        return nil
    }

    /// `true` if a page can influence the value, because the expression reads the event's payload.
    package var isTainted: Bool { !reads.isDisjoint(with: ["payload", "event"]) }

    /// `true` if the value is a literal map whose keys are constants.
    package var hasConstantNames: Bool {
        guard program.nodes[program.root].kind == .map else { return false }
        let operands = program.operands(of: program.root)
        return stride(from: 0, to: operands.count, by: 2).allSatisfy { program.text(operands[$0]) != nil }
    }

    /// `true` if the value is a literal list, whose number of elements the manifest decides.
    package var isListLiteral: Bool { program.nodes[program.root].kind == .list }

    /// Returns the values of the expression's paths in `context`, each path once, in source order.
    package func seen(in context: Context) -> [(path: String, value: JSONValue?)] {
        var known: Set<ContextPath> = []
        return paths.filter { known.insert($0).inserted }.map { ("\($0)", $0.value(in: context)) }
    }
}
