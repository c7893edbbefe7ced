extension Expression {
    /// Returns the error that each evaluation meets, whatever the values: of a part without variables that is always evaluated,
    /// or of a division by a constant zero. Returns `nil` if none is known.
    ///
    /// The checker leaves such parts alone, because `false && 1 / 0 > 1` has a value.
    package func certainError() -> ExpressionError? {
        var machine = evaluation(in: ExpressionScope())
        if reads.isEmpty {
            do throws(ExpressionError) { _ = try value(in: ExpressionScope()) } catch { return error }
            return nil
        }
        var waiting = [program.root]
        while let index = waiting.popLast() {
            if program.isConstant(index) {
                if case .fault(let fault) = machine.value(index) { return program.error(fault) }
                if machine.isExhausted { return program.error(ExpressionFault(.cost, node: index)) }
                continue
            }
            let node = program.nodes[index]
            if [.divide, .remainder].contains(node.kind), isZero(Int(node.second)) {
                return program.error(ExpressionFault(.zero, node: index))
            }
            waiting += certainOperands(of: index)
        }
        return nil
    }

    /// Returns the operands that are evaluated whenever the node is.
    private func certainOperands(of index: Int) -> [Int] {
        let operands = program.operands(of: index)
        switch program.nodes[index].kind {
        // Another term may decide, and a macro's body may never be needed.
        case .and, .or: return []
        case .conditional, .macro: return Array(operands.prefix(1))
        // `has` of a missing part is false, not an error.
        case .hasSelect: return []
        default: return operands
        }
    }

    private func isZero(_ index: Int) -> Bool {
        guard program.nodes[index].kind == .constant else { return false }
        switch program.constants[Int(program.nodes[index].first)] {
        case .int(0), .uint(0): return true
        default: return false
        }
    }
}
