import Foundation
import JourneyBase
import JourneyServer

/// The bodies that the service takes. What they hold beside what they should is refused, but from devices: what theirs hold
/// is nowhere written down.
enum PassForm {
    private static let limits = JSONLimits(bytes: 65_536, depth: 4, values: 64)

    /// Which tag an app means.
    static func tag(_ request: HTTPRequest) throws(PassRefusal) -> (attribute: TagAttribute, tag: String) {
        let object = try strict(request, ["tag_id", "id_attribute"])
        guard let tag = object["tag_id"]?.string, PassStore.isText(tag) else { throw PassRefusal(.requestInvalid) }
        guard let member = object["id_attribute"] else { return (.reference, tag) }
        guard let attribute = member.string.flatMap(TagAttribute.init) else { throw PassRefusal(.attributeInvalid) }
        return (attribute, tag)
    }

    /// For whom a token is to be made.
    static func holder(_ request: HTTPRequest) throws(PassRefusal) -> String {
        guard let holder = try strict(request, ["holder"])["holder"]?.string, PassStore.isText(holder) else {
            throw PassRefusal(.requestInvalid)
        }
        return holder
    }

    /// What a device has signed: hexadecimal digits in lower case. The key's hash may be missing.
    static func binding(_ request: HTTPRequest) throws(PassRefusal) -> PassService.Binding {
        guard let object = (try? JSONReader.read(request.body, limits: limits))?.object,
            let data = object["issuerBindingData"]?.string, isHex(data)
        else { throw PassRefusal(.requestInvalid) }
        guard let member = object["keyHash"] else { return PassService.Binding(data: data, keyHash: nil) }
        guard let hash = member.string, isHex(hash), hash.utf8.count <= 256 else { throw PassRefusal(.requestInvalid) }
        return PassService.Binding(data: data, keyHash: hash)
    }

    /// The one `sessionIdentifier` of the query.
    static func session(_ request: HTTPRequest) throws(PassRefusal) -> String {
        let items = (request.url.query ?? "").split(separator: "&").map { item in
            item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let values = items.filter { $0[0] == "sessionIdentifier" }
        guard values.count == 1, values[0].count == 2,
            let identifier = String(values[0][1]).removingPercentEncoding, isIdentifier(identifier)
        else { throw PassRefusal(.requestInvalid) }
        return identifier
    }

    /// As a session may be called: 1 to 64 letters, digits, hyphens and low lines.
    static func isIdentifier(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static func isHex(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count.isMultiple(of: 2)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }

    private static func strict(
        _ request: HTTPRequest, _ names: Set<String>
    ) throws(PassRefusal) -> [String: JSONValue] {
        guard request.hasBody(of: "application/json") else { throw PassRefusal(.unsupportedType) }
        guard let object = (try? JSONReader.read(request.body, limits: limits))?.object,
            names.isSuperset(of: object.keys)
        else { throw PassRefusal(.requestInvalid) }
        return object
    }
}
