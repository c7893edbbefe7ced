/// A pattern as instructions (Thompson's construction). At most all instructions are active at once, so the cost of a character
/// is bounded by the program's length.
struct PatternProgram: Sendable {
    enum Instruction: Sendable {
        case one(ScalarSet)
        case fork(Int, Int)
        case jump(Int)
        case assertion(PatternAssertion)
        /// The look-ahead of this number matches here, or does not.
        case look(Int, isWanted: Bool)
        case match
    }

    private(set) var instructions: [Instruction] = []
    /// The reversed programs of the look-aheads.
    private(set) var looks: [PatternProgram] = []
    /// `true` if a match can begin only at the start of the text.
    let isAnchored: Bool
    /// `true` if no instruction asks about its surroundings, other than for the start and end of the text.
    private(set) var readsOnlyCharacters = false

    static let limit = 10_000

    init(_ tree: PatternTree) throws(PatternError) {
        guard PatternProgram.size(of: tree) < PatternProgram.limit else {
            throw PatternError(reason: "is too large after its repeats are expanded")
        }
        isAnchored = PatternProgram.startsAnchored(tree)
        try add(tree)
        instructions.append(.match)
        readsOnlyCharacters = instructions.allSatisfy { instruction in
            switch instruction {
            case .one, .fork, .jump, .match, .assertion(.start), .assertion(.end): true
            case .assertion, .look: false
            }
        }
    }

    /// Returns the number of instructions of `tree`, at most `limit`.
    private static func size(of tree: PatternTree) -> Int {
        switch tree {
        case .one, .assertion: 1
        case .look(let part, _): min(limit, size(of: part) + 2)
        case .sequence(let parts): parts.reduce(0) { min(limit, $0 + size(of: $1)) }
        case .choice(let parts): parts.reduce(0) { min(limit, $0 + size(of: $1) + 2) }
        case .repeated(let part, let least, let most): min(limit, (size(of: part) + 2) * max(1, most ?? least + 1))
        }
    }

    private static func startsAnchored(_ tree: PatternTree) -> Bool {
        switch tree {
        case .assertion(.start): true
        case .sequence(let parts): parts.first.map(startsAnchored) ?? false
        case .choice(let parts): parts.allSatisfy(startsAnchored)
        default: false
        }
    }

    private mutating func add(_ tree: PatternTree) throws(PatternError) {
        switch tree {
        case .one(let set): instructions.append(.one(set))
        case .assertion(let assertion): instructions.append(.assertion(assertion))
        case .look(let part, let isWanted):
            instructions.append(.look(looks.count, isWanted: isWanted))
            looks.append(try PatternProgram(part.reversed))
        case .sequence(let parts): for part in parts { try add(part) }
        case .choice(let parts): try add(choice: parts)
        case .repeated(let part, let least, let most):
            for _ in 0..<least { try add(part) }
            guard let most else {
                let fork = instructions.count
                instructions.append(.match)
                try add(part)
                instructions.append(.jump(fork))
                instructions[fork] = .fork(fork + 1, instructions.count)
                return
            }
            var forks: [Int] = []
            for _ in least..<max(least, most) {
                forks.append(instructions.count)
                instructions.append(.match)
                try add(part)
            }
            for fork in forks { instructions[fork] = .fork(fork + 1, instructions.count) }
        }
    }

    private mutating func add(choice parts: [PatternTree]) throws(PatternError) {
        var jumps: [Int] = []
        for (index, part) in parts.enumerated() {
            guard index < parts.count - 1 else {
                try add(part)
                break
            }
            let fork = instructions.count
            instructions.append(.match)
            try add(part)
            jumps.append(instructions.count)
            instructions.append(.match)
            instructions[fork] = .fork(fork + 1, instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }
}
