public import JourneyCBOR

/// A method for connecting to the side that shows an engagement (ISO/IEC 18013-5, section 8.2.1.1, table 1; ISO/IEC TS
/// 18013-7, annex A.3).
public enum RetrievalMethod: Hashable, Sendable {
    case nfc(NFCOptions)
    case bluetooth(BluetoothOptions)
    case wifiAware(WiFiAwareOptions)
    /// The address of a website to which messages are posted.
    case web(uri: String)
    /// A method of an unknown type or version.
    case unknown(type: UInt64, version: UInt64)
    /// A method of a known type with invalid options.
    case unusable(type: UInt64, CBORError)

    /// The maximum number of methods.
    static let most = 32

    static func list(_ item: CBORItem?) throws(CBORError) -> [RetrievalMethod] {
        try item?.expectArray("the retrieval methods", count: 1...most).map(RetrievalMethod.init(_:)) ?? []
    }

    private init(_ item: CBORItem) throws(CBORError) {
        // Later versions may append further parts.
        let parts = try item.expectArray("a retrieval method", count: 3...16)
        let type = try parts[0].expectUnsigned("the method's type")
        let version = try parts[1].expectUnsigned("the method's version")
        guard version == 1, (1...4).contains(type) else {
            self = .unknown(type: type, version: version)
            return
        }
        do throws(CBORError) {
            _ = try parts[2].expectMap("the method's options")
            switch type {
            case 1: self = .nfc(try NFCOptions(parts[2]))
            case 2: self = .bluetooth(try BluetoothOptions(parts[2]))
            case 3: self = .wifiAware(try WiFiAwareOptions(parts[2]))
            default: self = .web(uri: try RetrievalMethod.option(0, of: parts[2]).expectText("the website's address"))
            }
        } catch { self = .unusable(type: type, error) }
    }

    static func option(_ label: Int64, of item: CBORItem) throws(CBORError) -> CBORItem {
        guard let option = item[label] else {
            throw CBORError(.missing, at: item.offset, "a required option is missing")
        }
        return option
    }

    /// The method as encoded in an engagement. Unknown and unusable methods are written without options.
    var value: CBORValue {
        switch self {
        case .nfc(let options): [1, 1, options.value]
        case .bluetooth(let options): [2, 1, options.value]
        case .wifiAware(let options): [3, 1, options.value]
        case .web(let uri): [4, 1, [0: .text(uri)]]
        case .unknown(let type, let version): [.unsigned(type), .unsigned(version), [:]]
        case .unusable(let type, _): [.unsigned(type), 1, [:]]
        }
    }
}
