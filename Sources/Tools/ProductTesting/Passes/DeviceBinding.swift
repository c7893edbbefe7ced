import Foundation
import JourneyBase

/// What a device sends to the callback.
struct DeviceBinding: Hashable {
    /// Hexadecimal digits in lower case, both.
    let data: String
    let keyHash: String?

    /// What a body holds beside these is left alone: what devices send is nowhere written down.
    init(_ request: HTTPRequest) throws(Refusal) {
        guard let members = request.members(JSONLimits(bytes: 65_536, depth: 4, values: 64)),
            let data = members["issuerBindingData"]?.string, DeviceBinding.isHex(data)
        else { throw .invalid }
        self.data = data
        guard let member = members["keyHash"] else {
            keyHash = nil
            return
        }
        guard let hash = member.string, DeviceBinding.isHex(hash), hash.utf8.count <= 256 else { throw .invalid }
        keyHash = hash
    }

    /// The one `sessionIdentifier` of the query: 1 to 64 letters, digits, hyphens and low lines.
    static func session(_ request: HTTPRequest) throws(Refusal) -> String {
        let items = (request.url.query ?? "").split(separator: "&").map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let values = items.filter { $0[0] == "sessionIdentifier" }
        guard values.count == 1, values[0].count == 2, let identifier = String(values[0][1]).removingPercentEncoding,
            (1...64).contains(identifier.utf8.count),
            identifier.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            })
        else { throw .invalid }
        return identifier
    }

    private static func isHex(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count.isMultiple(of: 2)
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
