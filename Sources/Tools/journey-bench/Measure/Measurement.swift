import JourneyBase

/// One line of the table.
struct Measurement: Sendable {
    /// What is wanted of it.
    enum Target: Sendable {
        /// Ours is at most that many times the floor.
        case ratio(Double)
        /// Ours is at most that much more than the floor.
        case more(Double)
        /// One round of ours takes at most that many nanoseconds.
        case nanoseconds(Double)
        /// Ours takes at most that many bytes.
        case bytes(Double)
        /// No aim is set: the figure is there to be watched.
        case none
    }

    /// What is counted.
    enum Unit: String, Sendable {
        case nanoseconds
        /// Blocks taken from the allocator.
        case allocations
        /// Bytes in use.
        case bytes
    }

    var name: String
    var unit = Unit.nanoseconds
    /// What the floor is, in a few words; `nil` when there is none.
    var floorName: String?
    /// Medians, in `unit`.
    var floor: Double?
    var ours: Double
    var ratio: Double?
    var aim = Target.none

    /// A figure with a floor, for `units` things in one round of ours and of the floor.
    init(
        _ name: String, floor floorName: String, _ samples: Sampler.Samples, units: Double = 1,
        unit: Unit = .nanoseconds,
        aim: Target = .none
    ) {
        self.name = name
        self.unit = unit
        self.floorName = floorName
        floor = Sampler.median(samples.floor) / units
        ours = Sampler.median(samples.ours) / units
        // A floor of nothing has no multiple.
        ratio = samples.ratio.isFinite ? samples.ratio : nil
        self.aim = aim
    }

    /// A figure without a floor, for `units` things in one round.
    init(_ name: String, _ samples: [Double], units: Double = 1) {
        self.name = name
        ours = Sampler.median(samples) / units
    }

    /// A figure of bytes, which has no floor but an aim.
    init(_ name: String, bytes samples: [Double], atMost most: Double) {
        self.init(name, samples)
        unit = .bytes
        aim = .bytes(most)
    }

    /// `nil` where there is no aim.
    var isMet: Bool? {
        switch aim {
        case .ratio(let most): ratio.map { $0 <= most } ?? false
        case .more(let most): floor.map { ours <= $0 + most } ?? false
        case .nanoseconds(let most), .bytes(let most): ours <= most
        case .none: nil
        }
    }

    var json: JSONValue {
        func number(_ value: Double?, places: Double) -> JSONValue {
            value.flatMap { JSONNumber(($0 * places).rounded() / places) }.map { .number($0) } ?? .null
        }
        var members: [String: JSONValue] = [
            "name": .string(name), "floor": floorName.map { .string($0) } ?? .null,
            unit.rawValue: number(ours, places: 10), "ratio": number(ratio, places: 1_000),
            "met": isMet.map { .bool($0) } ?? .null,
        ]
        switch unit {
        case .nanoseconds:
            members["floorNanoseconds"] = number(floor, places: 10)
            members["perSecond"] = number(1e9 / ours, places: 1)
        case .allocations: members["floorAllocations"] = number(floor, places: 10)
        case .bytes: break
        }
        switch aim {
        case .ratio(let most): members["aimRatio"] = number(most, places: 100)
        case .more(let most): members["aimMore"] = number(most, places: 1)
        case .nanoseconds(let most): members["aimNanoseconds"] = number(most, places: 1)
        case .bytes(let most): members["aimBytes"] = number(most, places: 1)
        case .none: break
        }
        return .object(members)
    }
}
