import Foundation
import JourneyBase
import MobileDocument

/// The store's record of a document and its copies: one small sealed item, so that each change is atomic.
struct CredentialRecord: Hashable, Sendable {
    /// The life cycle of a document.
    enum Phase: String, Sendable {
        /// Its copies are being written. After an interruption they are removed.
        case arriving
        /// As `arriving`, with imported keys, which are removed too.
        case importing
        case here
        /// Its copies are being removed. After an interruption the removal continues.
        case leaving
    }

    struct Copy: Hashable, Sendable {
        /// The number of the copy in its batch and in the names of its items.
        var number: Int
        var validFrom: Date
        var validUntil: Date
        /// `true` once the copy was presented or found damaged: it is never used again, and its items are removed.
        var isSpent = false
        /// The SPKI of its device key, so that the key can be removed after the document.
        var keySPKI: [UInt8]
    }

    var id: String
    var order: Int64
    var phase: Phase
    var docType: DocumentType
    var title: String
    var use: Credential.Use
    var lowMark: Int
    var elements: [ElementName]
    var copies: [Copy]

    /// The copies that were not used yet.
    var fresh: [Copy] { copies.filter { !$0.isSpent } }

    /// Returns the copies to try at `time`, those that expire first in front: what is not presented by then is lost.
    func usable(at time: Date) -> [Copy] {
        fresh.filter { time >= $0.validFrom && time < $0.validUntil }.sorted {
            ($0.validUntil, $0.number) < ($1.validUntil, $1.number)
        }
    }

    /// Returns `true` if new copies are due when `left` copies remain.
    func isLow(_ left: Int) -> Bool { use == .single && left <= lowMark }

    /// Returns the document's list entry at `time`.
    func credential(at time: Date) -> Credential {
        let fresh = fresh
        let next = usable(at: time).first ?? fresh.max { $0.validUntil < $1.validUntil } ?? copies.last
        // Expired copies do not count.
        let left = fresh.count { time < $0.validUntil }
        return Credential(
            id: id, docType: docType, title: title, elements: elements, use: use, copiesLeft: left,
            isRunningLow: isLow(left), validFrom: next?.validFrom ?? .distantPast,
            validUntil: next?.validUntil ?? .distantPast)
    }
}

extension CredentialRecord {
    /// The limits of a record, 1 MiB in size.
    private static let limits = JSONLimits(bytes: 1 << 20, depth: 8, values: 50_000)

    /// Parses a record, whose integrity the seal protects; `nil` for another version or form.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSONReader.read(bytes, limits: CredentialRecord.limits), json["version"]?.int64 == 1,
            let id = json["id"]?.string, let order = json["order"]?.int64,
            let phase = json["phase"]?.string.flatMap(Phase.init), let docType = json["docType"]?.string,
            let title = json["title"]?.string, let use = json["use"]?.string.flatMap(Credential.Use.init),
            let lowMark = json["lowMark"]?.int64.flatMap({ Int(exactly: $0) }), let elements = json["elements"]?.array,
            let copies = json["copies"]?.array
        else { return nil }
        (self.id, self.order, self.phase, self.title, self.use, self.lowMark) = (id, order, phase, title, use, lowMark)
        self.docType = DocumentType(docType)
        self.elements = elements.compactMap { pair in
            guard let space = pair[0]?.string, let name = pair[1]?.string else { return nil }
            return ElementName(space, name)
        }
        self.copies = copies.compactMap(Copy.init)
        guard self.elements.count == elements.count, self.copies.count == copies.count else { return nil }
    }

    var bytes: [UInt8] {
        let json: JSONValue = [
            "version": 1, "id": .string(id), "order": .number(JSONNumber(order)), "phase": .string(phase.rawValue),
            "docType": .string(docType.name), "title": .string(title), "use": .string(use.rawValue),
            "lowMark": .number(JSONNumber(lowMark)),
            "elements": .array(elements.map { [.string($0.nameSpace), .string($0.identifier)] }),
            "copies": .array(copies.map(\.json)),
        ]
        return json.compactBytes
    }
}

extension CredentialRecord.Copy {
    fileprivate init?(_ json: JSONValue) {
        guard let number = json["number"]?.int64.flatMap({ Int(exactly: $0) }), let from = json["from"]?.int64,
            let until = json["until"]?.int64, let isSpent = json["spent"]?.bool,
            let spki = json["key"]?.string.flatMap({ Base64URL.decode($0) })
        else { return nil }
        self.number = number
        self.isSpent = isSpent
        validFrom = Date(timeIntervalSince1970: TimeInterval(from))
        validUntil = Date(timeIntervalSince1970: TimeInterval(until))
        keySPKI = spki
    }

    fileprivate var json: JSONValue {
        [
            "number": .number(JSONNumber(number)), "from": .number(JSONNumber(CredentialRecord.seconds(validFrom))),
            "until": .number(JSONNumber(CredentialRecord.seconds(validUntil))), "spent": .bool(isSpent),
            "key": .string(Base64URL.encode(keySPKI)),
        ]
    }
}

extension CredentialRecord {
    /// Documents state times in whole seconds.
    fileprivate static func seconds(_ date: Date) -> Int64 {
        Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
    }
}
