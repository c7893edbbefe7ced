/// Finds expressions at load time that could only ever fail: the types of literals and of some paths are known.
struct GuardTyping {
    /// The known type of an expression.
    enum Known: String {
        case null, boolean, number, text = "string", composite = "object or array"
    }

    let program: GuardProgram
    /// Returns the declared type of a path's value, or `nil` if unknown. Throws if the path cannot exist.
    let typeOf: (ContextPath) throws(GuardError) -> ValueType?

    /// Throws `GuardError` with `.type` if the types of two operands are incompatible or the whole is not a Boolean.
    func check(wantsBoolean: Bool) throws(GuardError) {
        let whole = try type(program.root)
        if wantsBoolean, let whole, whole != .boolean {
            throw GuardError(.type, at: 0, "A guard must be a Boolean, not \(whole.rawValue).")
        }
    }

    private func type(_ index: Int) throws(GuardError) -> Known? {
        let node = program.nodes[index]
        switch node.kind {
        case .literal: return GuardTyping.known(program.literals[Int(node.first)])
        case .path: return try typeOf(program.paths[Int(node.first)]).map(GuardTyping.known)
        case .has:
            _ = try typeOf(program.paths[Int(node.first)])
            return .boolean
        case .not:
            try requireBoolean(Int(node.first), of: "!")
            return .boolean
        case .and, .or:
            let sign = node.kind == .and ? "&&" : "||"
            try requireBoolean(Int(node.first), of: sign)
            try requireBoolean(Int(node.second), of: sign)
            return .boolean
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            try requireComparable(node)
            return .boolean
        }
    }

    private func requireBoolean(_ index: Int, of sign: String) throws(GuardError) {
        guard let known = try type(index), known != .boolean else { return }
        let offset = Int(program.nodes[index].offset)
        throw GuardError(.type, at: offset, "'\(sign)' needs Boolean operands, not \(known.rawValue).")
    }

    private func requireComparable(_ node: GuardProgram.Node) throws(GuardError) {
        let sides = [try type(Int(node.first)), try type(Int(node.second))].compactMap { $0 }
        let isEquality = node.kind.isEquality
        for side in sides where side == .composite || (side == .null && !isEquality) {
            if isEquality, sides.contains(.null) { continue }
            throw GuardError(
                .type, at: Int(node.offset), "A value of the type \(side.rawValue) cannot be compared here.")
        }
        guard sides.count == 2, sides[0] != sides[1], !(isEquality && sides.contains(.null)) else { return }
        let message = "\(sides[0].rawValue) and \(sides[1].rawValue) cannot be compared; values are never converted."
        throw GuardError(.type, at: Int(node.offset), message)
    }

    private static func known(_ value: GuardValue) -> Known? {
        switch value {
        case .null: .null
        case .bool: .boolean
        case .integer, .decimal: .number
        case .text: .text
        case .composite: .composite
        case .fault: nil
        }
    }

    private static func known(_ type: ValueType) -> Known {
        switch type {
        case .string: .text
        case .integer, .number: .number
        case .boolean: .boolean
        case .object, .array: .composite
        }
    }
}
