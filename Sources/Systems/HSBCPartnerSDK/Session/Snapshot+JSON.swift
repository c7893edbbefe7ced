internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

extension Snapshot {
    /// The snapshot as JSON. `ts` and `expires` are in milliseconds since 1970.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "journeyId": .string(journey.rawValue), "stepPointer": .string(step.rawValue),
            "idempotencyKey": .string(idempotencyKey), "ts": Snapshot.moment(time), "expires": Snapshot.moment(expires),
            "manifestHash": .string(Hex.encode(manifestHash)), "instanceKey": .string(instanceKey),
            "attempts": .object(attempts.mapValues(\.json)),
            "outputs": .object(outputs.mapValues { .object($0.mapValues { .string($0) }) }),
            "offered": .bool(isOffered), "over": .bool(isOver),
        ]
        members["sequence"] = sequence.map { .number(JSONNumber($0)) }
        members["subject"] = person.subject.map { .string($0) }
        members["identity"] = person.identity.map { .string($0) }
        members["ticket"] = ticket.map { .string(Hex.encode($0)) }
        if !polls.isEmpty { members["polls"] = .object(polls.mapValues(Snapshot.moment)) }
        return .object(members)
    }

    fileprivate static func moment(_ date: Date) -> JSONValue {
        .number(JSONNumber(Int64(date.timeIntervalSince1970 * 1_000)))
    }

    /// Reads a snapshot from `json`; `nil` for an invalid one.
    init?(_ json: JSONValue) {
        guard let journey = json["journeyId"]?.string.flatMap({ JourneyID($0) }),
            let step = json["stepPointer"]?.string.flatMap({ StepID($0) }),
            let idempotencyKey = json["idempotencyKey"]?.string, let time = json["ts"]?.int64,
            let expires = json["expires"]?.int64, let hash = json["manifestHash"]?.string.flatMap({ Hex.decode($0) }),
            let instanceKey = json["instanceKey"]?.string, let isOffered = json["offered"]?.bool,
            let isOver = json["over"]?.bool,
            let attempts = Snapshot.all(json["attempts"], { Attempt($0) }),
            let outputs = Snapshot.all(json["outputs"], { Snapshot.all($0, \.string) })
        else { return nil }
        let ticket = json["ticket"]?.string.flatMap { Hex.decode($0) }
        guard json["ticket"] == nil || ticket != nil else { return nil }
        let person = Subject(subject: json["subject"]?.string, identity: json["identity"]?.string)
        guard json["subject"] == nil || person.subject != nil, json["identity"] == nil || person.identity != nil else {
            return nil
        }
        let polls = json["polls"].map { Snapshot.all($0) { $0.int64.map(Snapshot.date) } } ?? [:]
        guard let polls else { return nil }
        self.init(
            journey: journey, step: step, outputs: outputs, attempts: attempts, polls: polls,
            idempotencyKey: idempotencyKey,
            time: Snapshot.date(time), expires: Snapshot.date(expires), manifestHash: hash,
            sequence: json["sequence"]?.int64, instanceKey: instanceKey, person: person, isOffered: isOffered,
            isOver: isOver, ticket: ticket)
    }

    fileprivate static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// Reads every member of an object; `nil` when one is invalid.
    private static func all<Value>(_ json: JSONValue?, _ read: (JSONValue) -> Value?) -> [String: Value]? {
        guard let members = json?.object else { return nil }
        let values = members.compactMapValues(read)
        return values.count == members.count ? values : nil
    }
}

extension Snapshot.Attempt {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "state": .string(known.state.rawValue), "key": key.map { .string($0) } ?? .null,
            "operation": .string(operation), "fingerprint": .string(Hex.encode(known.fingerprint)),
        ]
        members["began"] = began.map(Snapshot.moment)
        members["askedAt"] = asked.map(Snapshot.moment)
        if let request {
            members["request"] = .string(Hex.encode(request))
            members["requestSize"] = .number(JSONNumber(requestSize))
        }
        return .object(members)
    }

    fileprivate init?(_ json: JSONValue) {
        guard let state = json["state"]?.string.flatMap({ ResumePoint.Attempt.State(rawValue: $0) }),
            let key = json["key"], key == .null || key.string != nil, let operation = json["operation"]?.string,
            let fingerprint = json["fingerprint"]?.string.flatMap({ Hex.decode($0) })
        else { return nil }
        let began = json["began"]?.int64.map(Snapshot.date)
        guard json["began"] == nil || began != nil else { return nil }
        let asked = json["askedAt"]?.int64.map(Snapshot.date)
        let request = json["request"]?.string.flatMap { Hex.decode($0) }
        let size = json["requestSize"]?.int64.flatMap { Int(exactly: $0) }
        guard json["askedAt"] == nil || asked != nil, json["request"] == nil || request != nil && size != nil else {
            return nil
        }
        self.init(
            key: key.string, operation: operation, known: ResumePoint.Attempt(state, fingerprint), began: began,
            request: request, requestSize: size ?? 0, asked: asked)
    }
}
