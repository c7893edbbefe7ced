internal import Foundation
internal import JourneyBase

/// Where a run is, as it is stored: never what a person typed, and no token.
struct Snapshot: Equatable {
    var journey: JourneyID
    var step: StepID
    var idempotencyKey: String
    var time: Date
    /// By logical attempt.
    var keys: [String: String]

    init(journey: JourneyID, step: StepID, idempotencyKey: String, time: Date, keys: [String: String]) {
        self.journey = journey
        self.step = step
        self.idempotencyKey = idempotencyKey
        self.time = time
        self.keys = keys
    }

    /// The seed's members, and `keys`. `ts` is in milliseconds since 1970.
    var json: JSONValue {
        [
            "journeyId": .string(journey.rawValue), "stepPointer": .string(step.rawValue),
            "idempotencyKey": .string(idempotencyKey),
            "ts": .number(JSONNumber(Int64(time.timeIntervalSince1970 * 1_000))),
            "keys": .object(keys.mapValues { .string($0) }),
        ]
    }

    /// The snapshot that `json` is, or `nil`.
    init?(_ json: JSONValue) {
        guard let journey = json["journeyId"]?.string.flatMap({ JourneyID($0) }),
            let step = json["stepPointer"]?.string.flatMap({ StepID($0) }), let key = json["idempotencyKey"]?.string,
            let time = json["ts"]?.int64, let keys = json["keys"]?.object
        else { return nil }
        self.journey = journey
        self.step = step
        idempotencyKey = key
        self.time = Date(timeIntervalSince1970: Double(time) / 1_000)
        self.keys = keys.compactMapValues(\.string)
        guard self.keys.count == keys.count else { return nil }
    }
}
