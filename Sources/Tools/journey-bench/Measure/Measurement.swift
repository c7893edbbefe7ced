import JourneyBase

/// One line of the results table.
struct Measurement: Sendable {
    /// The target of a measurement.
    enum Target: Sendable {
        /// At most this multiple of the floor.
        case ratio(Double)
        /// At most this much more than the floor.
        case more(Double)
        /// At most this many nanoseconds per round.
        case nanoseconds(Double)
        /// At most this many bytes.
        case bytes(Double)
        /// No target; for information only.
        case none
    }

    /// The unit of a measurement.
    enum Unit: String, Sendable {
        case nanoseconds
        /// Blocks allocated.
        case allocations
        /// Bytes in use.
        case bytes
    }

    var name: String
    var unit = Unit.nanoseconds
    /// A short name of the floor, or `nil` if there is none.
    var floorName: String?
    /// The median of the floor, in `unit`.
    var floor: Double?
    var ours: Double
    var ratio: Double?
    var aim = Target.none

    /// Creates a measurement with a floor, for `units` operations per round on both sides.
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
        // A floor of zero has no ratio.
        ratio = samples.ratio.isFinite ? samples.ratio : nil
        self.aim = aim
    }

    /// Creates a measurement without a floor, for `units` operations per round.
    init(_ name: String, _ samples: [Double], units: Double = 1) {
        self.name = name
        ours = Sampler.median(samples) / units
    }

    /// Creates a measurement of bytes, with a target instead of a floor.
    init(_ name: String, bytes samples: [Double], atMost most: Double) {
        self.init(name, samples)
        unit = .bytes
        aim = .bytes(most)
    }

    /// `true` if the target is met; `nil` if there is none.
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
