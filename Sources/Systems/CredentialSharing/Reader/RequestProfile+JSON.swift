public import JourneyBase
import JourneyCBOR
import MobileDocument

extension RequestProfile {
    /// Why a profile of somebody's own is none: a clause, with where it stands.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public static let code = "PROFILE_INVALID"
        public let description: String
    }

    /// A profile of somebody's own.
    ///
    /// `{"name": "rental-car", "title": "Car rental", "need": "all", "age": 21, "documents": [{"docType": …, "nameSpace": …,
    /// "elements": ["family_name", {"element": "portrait", "nameSpace": …, "retain": true}]}]}`. Without `nameSpace` it is that of
    /// the document's type, where that is known. Members that are not known are refused: whoever misspells `retain` means to
    /// tell people something.
    public init(json: JSONValue) throws(Fault) {
        let members = try Fault.members(json, ["name", "title", "need", "age", "documents"], "the profile")
        guard let name = json["name"]?.string, Fault.isName(name) else {
            throw Fault("name: lower-case letters, digits and hyphens, 1 to 64 of them")
        }
        let title = json["title"]?.string
        guard members["title"] == nil || (1...100).contains(title?.utf8.count ?? 0) else {
            throw Fault("title: a text of 1 to 100 bytes")
        }
        guard let need = Need(rawValue: members["need"].map { $0.string ?? "" } ?? "all") else {
            throw Fault("need: all or any")
        }
        let age = json["age"]?.int64
        guard members["age"] == nil || (0...99).contains(age ?? -1) else { throw Fault("age: 0 to 99") }
        guard let list = json["documents"]?.array else { throw Fault("documents: a list") }
        var documents: [Document] = []
        for (index, part) in list.enumerated() { documents.append(try Fault.document(part, "documents[\(index)]")) }
        do throws(CBORError) {
            try self.init(name: name, title: title, documents: documents, need: need, age: age.map { Int($0) })
        } catch { throw Fault("documents: \(error.detail)") }
    }
}

extension RequestProfile.Fault {
    fileprivate init(_ description: String) { self.description = description }

    fileprivate static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    fileprivate static func members(
        _ json: JSONValue, _ known: Set<String>, _ place: String
    ) throws(RequestProfile.Fault) -> [String: JSONValue] {
        guard let members = json.object else { throw .init("\(place): an object") }
        if let stranger = members.keys.filter({ !known.contains($0) }).min() {
            throw .init("\(place): a member “\(stranger)” that a profile does not have")
        }
        return members
    }

    fileprivate static func document(
        _ json: JSONValue, _ place: String
    ) throws(RequestProfile.Fault) -> RequestProfile.Document {
        _ = try members(json, ["docType", "nameSpace", "elements"], place)
        guard let type = json["docType"]?.string, !type.isEmpty else { throw .init("\(place).docType: a text") }
        let docType = DocumentType(type)
        let known = DocumentTemplate.known.first { $0.docType == docType }?.nameSpaces.keys.first
        guard let list = json["elements"]?.array else { throw .init("\(place).elements: a list") }
        var elements: [RequestProfile.Element] = []
        for (index, part) in list.enumerated() {
            let here = "\(place).elements[\(index)]"
            var (name, space, isRetained) = (part.string, json["nameSpace"]?.string ?? known, false)
            if name == nil {
                let own = try members(part, ["element", "nameSpace", "retain"], here)
                name = part["element"]?.string
                space = part["nameSpace"]?.string ?? space
                guard own["retain"] == nil || part["retain"]?.bool != nil else {
                    throw .init("\(here).retain: true or false")
                }
                isRetained = part["retain"]?.bool ?? false
            }
            guard let name, !name.isEmpty else { throw .init("\(here): the name of an element") }
            guard let space, !space.isEmpty else { throw .init("\(here): nothing says its namespace") }
            elements.append(.init(ElementName(space, name), isRetained: isRetained))
        }
        return .init(docType, elements)
    }
}
