/// Runs a program over a text, tracking all possible positions one character at a time.
struct PatternMachine {
    private let program: PatternProgram
    private var current: [Int] = []
    private var upcoming: [Int] = []
    /// The round in which each instruction was last added, so that it is added once.
    private var rounds: [Int]
    private var round = 0
    private var open: [Int] = []
    private var cost = 0

    init(_ program: PatternProgram) {
        self.program = program
        rounds = Array(repeating: 0, count: program.instructions.count)
    }

    mutating func matches(_ text: String, work: inout Int) -> Bool {
        cost = program.instructions.count / 8
        let isMatch = matches(text, upTo: work)
        work -= cost
        return isMatch && work >= 0
    }

    private mutating func matches(_ text: String, upTo limit: Int) -> Bool {
        var before: Unicode.Scalar?
        var scalars = text.unicodeScalars.makeIterator()
        var after = scalars.next()
        begin()
        if add(0, before, after) { return true }
        while let scalar = after {
            cost += current.count + 1
            if cost > limit { return false }
            before = scalar
            after = scalars.next()
            swap(&current, &upcoming)
            begin()
            for place in upcoming {
                guard case .one(let set) = program.instructions[place], set.contains(scalar) else { continue }
                if add(place + 1, before, after) { return true }
            }
            if program.isAnchored {
                if current.isEmpty { return false }
            } else if add(0, before, after) {
                return true
            }
        }
        return false
    }

    private mutating func begin() {
        round += 1
        current.removeAll(keepingCapacity: true)
    }

    /// Adds an instruction and all that follow from it without reading a character. Returns `true` if the match is among them.
    private mutating func add(_ place: Int, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        open.append(place)
        while let place = open.popLast() {
            cost += 1
            guard rounds[place] != round else { continue }
            rounds[place] = round
            switch program.instructions[place] {
            case .match:
                open.removeAll(keepingCapacity: true)
                return true
            case .one: current.append(place)
            case .jump(let target): open.append(target)
            case .fork(let first, let second):
                open.append(second)
                open.append(first)
            case .assertion(let assertion):
                if assertion.holds(before: before, after: after) { open.append(place + 1) }
            }
        }
        return false
    }
}
