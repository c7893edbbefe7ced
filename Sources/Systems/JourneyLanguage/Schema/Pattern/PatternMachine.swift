/// Runs a program over a text, tracking all possible positions one character at a time.
struct PatternMachine {
    private let program: PatternProgram
    /// For each look-ahead, the positions of the text from which it matches.
    private var looks: [[Bool]] = []
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

    /// Returns `true` if the text of these characters has a match. Deducts its cost from `work`, and returns `false` once that is
    /// below zero.
    mutating func matches(_ codes: [UInt32], work: inout Int) -> Bool {
        guard runLooks(codes, work: &work) else { return false }
        cost = program.instructions.count / 8
        let isMatch = matches(codes, upTo: work)
        work -= cost
        return isMatch && work >= 0
    }

    private mutating func matches(_ codes: [UInt32], upTo limit: Int) -> Bool {
        begin()
        if add(0, at: 0, of: codes) { return true }
        var steps = PatternSteps()
        var state = program.readsOnlyCharacters ? steps.number(of: current) : nil
        for (index, code) in codes.enumerated() {
            // The last step is never looked up: only there the end of the text matches.
            let isLast = index == codes.count - 1
            if !isLast, let known = state, let next = steps.next(after: known, code) {
                cost += 1
                if cost > limit { return false }
                state = next
                continue
            }
            if let state { current = steps.places(of: state) }
            cost += current.count + 1
            if cost > limit { return false }
            swap(&current, &upcoming)
            begin()
            for place in upcoming where takes(code, at: place) {
                if add(place + 1, at: index + 1, of: codes) { return true }
            }
            if program.isAnchored {
                if current.isEmpty { return false }
            } else if add(0, at: index + 1, of: codes) {
                return true
            }
            if !isLast, let from = state {
                state = steps.number(of: current)
                if let state { steps.add(from, code, to: state) }
            }
        }
        return false
    }

    /// Finds the positions at which each look-ahead matches. Returns `false` once `work` is below zero.
    private mutating func runLooks(_ codes: [UInt32], work: inout Int) -> Bool {
        for look in program.looks {
            var machine = PatternMachine(look)
            guard let found = machine.starts(codes, work: &work) else { return false }
            looks.append(found)
        }
        return true
    }

    /// Runs a reversed program from the end of the text to its start. Returns, for each position, `true` if a match starts there,
    /// or `nil` once `work` is below zero.
    private mutating func starts(_ codes: [UInt32], work: inout Int) -> [Bool]? {
        guard runLooks(codes, work: &work) else { return nil }
        var found = Array(repeating: false, count: codes.count + 1)
        cost = program.instructions.count / 8
        defer { work -= cost }
        for index in stride(from: codes.count, through: 0, by: -1) {
            cost += current.count + 1
            if cost > work { return nil }
            swap(&current, &upcoming)
            begin()
            if index < codes.count {
                for place in upcoming where takes(codes[index], at: place) {
                    if add(place + 1, at: index, of: codes) { found[index] = true }
                }
            }
            // A match may end anywhere.
            if add(0, at: index, of: codes) { found[index] = true }
        }
        return found
    }

    private func takes(_ code: UInt32, at place: Int) -> Bool {
        if case .one(let set) = program.instructions[place] { set.contains(code) } else { false }
    }

    private mutating func begin() {
        round += 1
        current.removeAll(keepingCapacity: true)
    }

    /// Adds an instruction and all that follow from it without reading a character. Returns `true` if the match is among them.
    private mutating func add(_ place: Int, at index: Int, of codes: [UInt32]) -> Bool {
        var isMatch = false
        open.append(place)
        while var place = open.popLast() {
            follow: while true {
                cost += 1
                guard rounds[place] != round else { break }
                rounds[place] = round
                switch program.instructions[place] {
                case .match:
                    isMatch = true
                    break follow
                case .one:
                    current.append(place)
                    break follow
                case .jump(let target): place = target
                case .fork(let first, let second):
                    open.append(second)
                    place = first
                case .assertion(let assertion):
                    let before = index > 0 ? codes[index - 1] : nil
                    let after = index < codes.count ? codes[index] : nil
                    guard assertion.holds(before: before, after: after) else { break follow }
                    place += 1
                case .look(let number, let isWanted):
                    guard looks[number][index] == isWanted else { break follow }
                    place += 1
                }
            }
        }
        return isMatch
    }
}

/// The steps that a match has taken with ASCII characters: most texts repeat some, and a step that was taken once is looked up
/// from then on.
private struct PatternSteps {
    /// A bound of the memory: the steps of further sets are calculated each time.
    private static let setLimit = 64
    private static let unknown = -1

    private var sets: [[Int]] = []
    private var numbers: [[Int]: Int] = [:]
    /// The number of the next set, by set and character.
    private var targets: [[Int]] = []

    /// Returns the number of a set of positions, or `nil` if it is new and the bound is reached.
    mutating func number(of places: [Int]) -> Int? {
        if let number = numbers[places] { return number }
        guard sets.count < PatternSteps.setLimit else { return nil }
        numbers[places] = sets.count
        sets.append(places)
        targets.append(Array(repeating: PatternSteps.unknown, count: 128))
        return sets.count - 1
    }

    func places(of number: Int) -> [Int] { sets[number] }

    func next(after number: Int, _ code: UInt32) -> Int? {
        guard code < 128 else { return nil }
        let target = targets[number][Int(code)]
        return target == PatternSteps.unknown ? nil : target
    }

    mutating func add(_ number: Int, _ code: UInt32, to target: Int) {
        if code < 128 { targets[number][Int(code)] = target }
    }
}
