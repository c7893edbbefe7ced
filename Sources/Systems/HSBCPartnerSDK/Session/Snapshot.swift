internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// Where a run is, as it is stored: never what a person typed, and no token.
struct Snapshot: Equatable {
    var journey: JourneyID
    /// The step to go on in, the kept outputs, and the attempts whose end is not known.
    var point: ResumePoint
    /// The session's own key.
    var idempotencyKey: String
    var time: Date
    /// From then on the run cannot be resumed.
    var expires: Date
    /// Of the manifest that the run was made of.
    var manifestHash: [UInt8]
    var sequence: Int64?
    /// RFC 7638 thumbprint of the installation's key.
    var instanceKey: String
    /// By logical attempt.
    var keys: [String: String]
    /// Whether the manifest's resume policy has let the run be saved.
    var isOffered = false
    /// SHA-256 of the number in the one resume token that is good; `nil` when none is.
    var ticket: [UInt8]?

    /// Whether a key was stored for a call whose end is not known.
    var isInDoubt: Bool { keys.keys.contains { point.open[$0] != nil } }

    /// Whether a host may be offered the run.
    var isResumable: Bool { isOffered || isInDoubt }

    /// The seed's members, and ours. `ts` and `expires` are in milliseconds since 1970.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "journeyId": .string(journey.rawValue), "stepPointer": .string(point.step.rawValue),
            "idempotencyKey": .string(idempotencyKey), "ts": Snapshot.moment(time), "expires": Snapshot.moment(expires),
            "manifestHash": .string(Hex.encode(manifestHash)), "instanceKey": .string(instanceKey),
            "keys": .object(keys.mapValues { .string($0) }),
            "open": .object(point.open.mapValues { .string(Hex.encode($0)) }),
            "outputs": .object(point.outputs.mapValues { .object($0.mapValues { .string($0) }) }),
            "offered": .bool(isOffered),
        ]
        members["sequence"] = sequence.map { .number(JSONNumber($0)) }
        members["ticket"] = ticket.map { .string(Hex.encode($0)) }
        return .object(members)
    }

    private static func moment(_ date: Date) -> JSONValue {
        .number(JSONNumber(Int64(date.timeIntervalSince1970 * 1_000)))
    }
}

extension Snapshot {
    /// The snapshot that `json` is, or `nil`.
    init?(_ json: JSONValue) {
        guard let journey = json["journeyId"]?.string.flatMap({ JourneyID($0) }),
            let step = json["stepPointer"]?.string.flatMap({ StepID($0) }),
            let idempotencyKey = json["idempotencyKey"]?.string, let time = json["ts"]?.int64,
            let expires = json["expires"]?.int64, let hash = json["manifestHash"]?.string.flatMap({ Hex.decode($0) }),
            let instanceKey = json["instanceKey"]?.string, let isOffered = json["offered"]?.bool,
            let keys = Snapshot.all(json["keys"], \.string),
            let open = Snapshot.all(json["open"], { $0.string.flatMap { Hex.decode($0) } }),
            let outputs = Snapshot.all(json["outputs"], { Snapshot.all($0, \.string) })
        else { return nil }
        let ticket = json["ticket"]?.string.flatMap { Hex.decode($0) }
        guard json["ticket"] == nil || ticket != nil else { return nil }
        self.init(
            journey: journey, point: ResumePoint(step: step, outputs: outputs, open: open),
            idempotencyKey: idempotencyKey, time: Snapshot.date(time), expires: Snapshot.date(expires),
            manifestHash: hash, sequence: json["sequence"]?.int64, instanceKey: instanceKey, keys: keys,
            isOffered: isOffered, ticket: ticket)
        point.closed = Set(keys.keys).subtracting(open.keys)
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// Every member of an object, or `nil` when one is not of the kind.
    private static func all<Value>(_ json: JSONValue?, _ read: (JSONValue) -> Value?) -> [String: Value]? {
        guard let members = json?.object else { return nil }
        let values = members.compactMapValues(read)
        return values.count == members.count ? values : nil
    }
}
