/// A pattern's program as a table, for text in ASCII: one look-up a character. Only small ones have a table; the others,
/// and other text, are run by `PatternMachine`.
struct PatternTable: Sendable {
    private static let stateLimit = 160
    /// Steps that making the table may take: hundreds are usual, and a pattern is somebody else's.
    private static let stepLimit = 200_000
    private static let matched: UInt8 = 255
    private static let dead: UInt8 = 254

    /// Which class each ASCII character is of: those of one class are alike to all sets of the pattern.
    private var classes: [UInt8] = []
    private var classCount = 0
    /// The next state, by state and class.
    private var next: [UInt8] = []
    /// Whether the text may end in a state.
    private var endsWell: [Bool] = []
    private var start: UInt8 = 0

    /// `nil` when it would be too large, or looks at more than one character at a time.
    init?(_ program: PatternProgram) {
        for case .assertion(let assertion) in program.instructions {
            switch assertion {
            case .start, .end: break
            default: return nil
            }
        }
        guard classify(program) else { return nil }
        guard fill(program) else { return nil }
    }

    /// Whether `text` holds a match; `nil` when it is not ASCII.
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
        for code in UInt8(0)..<128 {
            let scalar = Unicode.Scalar(code)
            let signature = sets.map { $0.contains(scalar) }
            let number = known[signature] ?? UInt8(known.count)
            known[signature] = number
            classes.append(number)
        }
        classCount = known.count
        return true
    }

    /// Finds all states from the first on: each is the set of places that the machine would be in.
    private mutating func fill(_ program: PatternProgram) -> Bool {
        var steps = 0
        var numbers: [Set<Int>: UInt8] = [:]
        var waiting: [Closure] = []
        func number(_ closure: Closure, _ table: inout PatternTable) -> UInt8? {
            if closure.isMatch { return PatternTable.matched }
            if closure.places.isEmpty, !closure.matchesAtEnd { return PatternTable.dead }
            // Two closures of the same places may differ in what the end of the text allows.
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
                let scalar = Unicode.Scalar(UInt8(code))
                var kernel = program.isAnchored ? [] : [0]
                steps += closure.places.count
                for place in closure.places {
                    if case .one(let set) = program.instructions[place], set.contains(scalar) {
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

    /// Where a program may be without reading a character.
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
                case .assertion: break
                }
            }
            return isMatch
        }
    }
}
