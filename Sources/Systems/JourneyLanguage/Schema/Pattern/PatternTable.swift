/// A pattern's program as a table for ASCII text: one look-up per character. Only small programs have a table; all others, and
/// other text, run on `PatternMachine`.
struct PatternTable: Sendable {
    private static let stateLimit = 160
    /// The maximum number of steps for building the table. Hundreds are usual, but patterns are untrusted.
    private static let stepLimit = 200_000
    private static let matched: UInt8 = 255
    private static let dead: UInt8 = 254

    /// The class of each ASCII character; characters of one class are equivalent for all sets of the pattern.
    private var classes: [UInt8] = []
    private var classCount = 0
    /// The next state, by state and class.
    private var next: [UInt8] = []
    /// `true` for states in which the text may end.
    private var endsWell: [Bool] = []
    private var start: UInt8 = 0

    /// Builds the table. Returns `nil` if it would be too large, or if the pattern has assertions other than start and end.
    init?(_ program: PatternProgram) {
        guard program.readsOnlyCharacters else { return nil }
        guard classify(program) else { return nil }
        guard fill(program) else { return nil }
    }

    /// Returns `true` if `text` has a match, or `nil` if it is not ASCII.
    func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        var state = start
        return classes.withUnsafeBufferPointer { classes in
            next.withUnsafeBufferPointer { next in
                for byte in text {
                    if state >= PatternTable.dead { break }
                    guard byte < 128 else { return nil }
                    state = next[Int(state) * classCount + Int(classes[Int(byte)])]
                }
                if state >= PatternTable.dead { return state == PatternTable.matched }
                return endsWell[Int(state)]
            }
        }
    }

    private mutating func classify(_ program: PatternProgram) -> Bool {
        var known: [[Bool]: UInt8] = [:]
        let sets = program.instructions.compactMap { instruction in
            if case .one(let set) = instruction { set } else { nil }
        }
        guard sets.count <= 512 else { return false }
        for code in UInt32(0)..<128 {
            let signature = sets.map { $0.contains(code) }
            let number = known[signature] ?? UInt8(known.count)
            known[signature] = number
            classes.append(number)
        }
        classCount = known.count
        return true
    }

    /// Finds all states; each is the set of positions that the machine would be in.
    private mutating func fill(_ program: PatternProgram) -> Bool {
        var steps = 0
        var numbers: [Set<Int>: UInt8] = [:]
        var waiting: [Closure] = []
        func number(_ closure: Closure, _ table: inout PatternTable) -> UInt8? {
            if closure.isMatch { return PatternTable.matched }
            if closure.places.isEmpty, !closure.matchesAtEnd { return PatternTable.dead }
            // Two closures with the same positions may differ at the end of the text.
            let key = closure.matchesAtEnd ? closure.places.union([-1]) : closure.places
            if let number = numbers[key] { return number }
            guard numbers.count < PatternTable.stateLimit else { return nil }
            let number = UInt8(numbers.count)
            numbers[key] = number
            waiting.append(closure)
            table.endsWell.append(closure.matchesAtEnd)
            return number
        }
        guard let first = number(Closure([0], of: program, atStart: true, &steps), &self) else { return false }
        start = first
        var done = 0
        while done < waiting.count {
            let closure = waiting[done]
            done += 1
            for kind in 0..<classCount {
                guard let code = classes.firstIndex(of: UInt8(kind)) else { return false }
                var kernel = program.isAnchored ? [] : [0]
                steps += closure.places.count
                for place in closure.places {
                    if case .one(let set) = program.instructions[place], set.contains(UInt32(code)) {
                        kernel.append(place + 1)
                    }
                }
                let closure = Closure(kernel, of: program, atStart: false, &steps)
                guard steps <= PatternTable.stepLimit, let number = number(closure, &self) else { return false }
                next.append(number)
            }
        }
        return true
    }

    /// The positions that a program can reach without reading a character.
    private struct Closure {
        var places: Set<Int> = []
        var isMatch = false
        var matchesAtEnd = false

        init(_ kernel: [Int], of program: PatternProgram, atStart: Bool, _ steps: inout Int) {
            isMatch = reach(kernel, program, atStart: atStart, atEnd: false, keeping: true, &steps)
            matchesAtEnd = isMatch || reach(kernel, program, atStart: atStart, atEnd: true, keeping: false, &steps)
        }

        private mutating func reach(
            _ kernel: [Int], _ program: PatternProgram, atStart: Bool, atEnd: Bool, keeping: Bool,
            _ steps: inout Int
        ) -> Bool {
            var seen: Set<Int> = []
            var open = kernel
            var isMatch = false
            while let place = open.popLast() {
                guard seen.insert(place).inserted else { continue }
                steps += 1
                switch program.instructions[place] {
                case .match: isMatch = true
                case .one: if keeping { places.insert(place) }
                case .jump(let target): open.append(target)
                case .fork(let first, let second): open += [first, second]
                case .assertion(.start): if atStart { open.append(place + 1) }
                case .assertion(.end): if atEnd { open.append(place + 1) }
                case .assertion, .look: break
                }
            }
            return isMatch
        }
    }
}
