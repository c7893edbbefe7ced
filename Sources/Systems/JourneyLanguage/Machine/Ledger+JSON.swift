internal import JourneyBase

extension Ledger {
    /// As JSON, for a sealed snapshot: digests and names, nothing that a person typed.
    var json: JSONValue {
        let slots = Set(open.keys).union(counts.keys).sorted {
            ($0.step.rawValue, $0.binding) < ($1.step.rawValue, $1.binding)
        }
        return [
            "slots": .array(
                slots.map { slot in
                    [
                        "step": .string(slot.step.rawValue), "binding": Ledger.number(slot.binding),
                        "count": Ledger.number(counts[slot, default: 0]),
                        "open": .array((open[slot] ?? []).map(Ledger.json)),
                    ]
                }), "done": .array(done.map { .string($0) }),
        ]
    }

    private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }

    private static func json(_ attempt: Attempt) -> JSONValue {
        [
            "number": number(attempt.number), "arguments": .string(Hex.encode(attempt.arguments)),
            "operation": .string(attempt.operation), "key": .bool(attempt.carriesKey),
            "fate": .string(attempt.fate.rawValue),
        ]
    }

    /// The ledger that `json` is, or `nil`.
    init?(_ json: JSONValue) {
        self.init()
        guard let slots = json["slots"]?.array, let done = json["done"]?.array else { return nil }
        for entry in slots {
            guard let step = entry["step"]?.string.flatMap({ StepID($0) }),
                let binding = Ledger.whole(entry["binding"]), let count = Ledger.whole(entry["count"]),
                let list = entry["open"]?.array
            else { return nil }
            let slot = PendingCall.Slot(step: step, binding: binding)
            let attempts = list.compactMap(Ledger.attempt)
            guard counts[slot] == nil, attempts.count == list.count, attempts.allSatisfy({ $0.number <= count }) else {
                return nil
            }
            counts[slot] = count
            if !attempts.isEmpty { open[slot] = attempts }
        }
        self.done = done.compactMap(\.string)
        guard self.done.count == done.count else { return nil }
    }

    private static func whole(_ value: JSONValue?) -> Int? {
        value?.int64.flatMap { (0...100_000).contains($0) ? Int($0) : nil }
    }

    private static func attempt(_ json: JSONValue) -> Attempt? {
        guard let number = whole(json["number"]), let digest = json["arguments"]?.string.flatMap({ Hex.decode($0) }),
            digest.count == 32, let operation = json["operation"]?.string, let carriesKey = json["key"]?.bool,
            let fate = json["fate"]?.string.flatMap({ Fate(rawValue: $0) })
        else { return nil }
        return Attempt(number: number, arguments: digest, operation: operation, carriesKey: carriesKey, fate: fate)
    }
}
