import Foundation
import JourneyBase
import JourneyServer
import JourneyWire

/// Parses the pass service's request bodies. Unknown members are refused, except from devices, whose format isn't documented.
enum PassForm {
    private static let limits = JSONLimits(bytes: 65_536, depth: 4, values: 64)

    /// Returns the tag in an app's request and the attribute that identifies it.
    static func tag(_ request: HTTPRequest) throws(PassRefusal) -> (attribute: TagAttribute, tag: String) {
        guard request.hasBody(of: "application/json") else { throw PassRefusal(.unsupportedType) }
        var members = (try? JSONReader.read(request.body, limits: limits))?.object
        let attribute = members?.removeValue(forKey: IssuerDataRequest.CodingKeys.attribute.rawValue)
        let form: IssuerDataRequest = try PassContract.message(members.map { .object($0) })
        guard PassStore.isText(form.tag) else { throw PassRefusal(.requestInvalid) }
        guard let attribute else { return (.reference, form.tag) }
        guard let named = attribute.string.flatMap(TagAttribute.init) else { throw PassRefusal(.attributeInvalid) }
        return (named, form.tag)
    }

    /// Returns the holder for whom a user token is requested.
    static func holder(_ request: HTTPRequest) throws(PassRefusal) -> String {
        let form = try PassContract.message(UserTokenRequest.self, of: request, limits: limits)
        guard PassStore.isText(form.holder) else { throw PassRefusal(.requestInvalid) }
        return form.holder
    }

    /// Returns the binding signed by a device, in lower-case hexadecimal digits. The key's hash is optional.
    static func binding(_ request: HTTPRequest) throws(PassRefusal) -> SignedBinding {
        let binding: SignedBinding = try PassContract.message(
            try? JSONReader.read(request.body, limits: limits), .ignored)
        guard isHex(binding.issuerBindingData), binding.keyHash.map({ isHex($0) && $0.utf8.count <= 256 }) ?? true
        else {
            throw PassRefusal(.requestInvalid)
        }
        return binding
    }

    /// Returns the only `sessionIdentifier` of the query.
    static func session(_ request: HTTPRequest) throws(PassRefusal) -> String {
        let items = (request.url.query ?? "").split(separator: "&").map { item in
            item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let values = items.filter { $0[0] == PassContract.sessionIdentifier }
        guard values.count == 1, values[0].count == 2,
            let identifier = String(values[0][1]).removingPercentEncoding, isIdentifier(identifier)
        else { throw PassRefusal(.requestInvalid) }
        return identifier
    }

    /// `true` for a valid session identifier: 1 to 64 ASCII letters, digits, hyphens and underscores.
    static func isIdentifier(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
    }

    private static func isHex(_ text: String) -> Bool {
        !text.isEmpty && Hex.decode(text) != nil && text == text.lowercased()
    }
}
