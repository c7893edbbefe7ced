import JourneyBase
import JourneyServer

/// The body of a request: an object of just these texts.
struct CardForm {
    private let members: [String: String]

    /// Throws `UNSUPPORTED_TYPE`, and `REQUEST_INVALID` unless the members are `names`, each a text.
    init(_ request: HTTPRequest, _ names: Set<String>) throws(CardRefusal) {
        guard request.hasBody(of: "application/json") else { throw CardRefusal(.unsupportedType) }
        guard
            let object = (try? JSONReader.read(request.body, limits: JSONLimits(bytes: 4_096, depth: 2, values: 8)))?
                .object, Set(object.keys) == names
        else { throw CardRefusal(.requestInvalid) }
        var members: [String: String] = [:]
        for (name, value) in object {
            guard let text = value.string else { throw CardRefusal(.requestInvalid) }
            members[name] = text
        }
        self.members = members
    }

    func id(_ name: String) throws(CardRefusal) -> String {
        guard let text = members[name], CardID.isOne(text) else { throw CardRefusal(.requestInvalid) }
        return text
    }

    /// A code of 4 to 10 digits.
    func code(_ name: String) throws(CardRefusal) -> String {
        guard let text = members[name], (4...10).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw CardRefusal(.requestInvalid) }
        return text
    }
}
