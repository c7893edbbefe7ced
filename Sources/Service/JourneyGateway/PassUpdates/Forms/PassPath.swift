import JourneyBase
import JourneyServer
import JourneyWire

/// What a device says about itself and its passes in a path, bounded before anything is done with it.
enum PassPath {
    /// A pass by the path's `{type}` and `{serial}`. Throws `TOKEN_INVALID` for what names no pass that there can be.
    static func pass(_ parameters: PathParameters) throws(PassUpdateRefusal) -> PassKey {
        let (type, serial) = (parameters["type"], parameters["serial"])
        guard isName(type, most: 255), (1...255).contains(serial.utf8.count) else {
            throw PassUpdateRefusal(.tokenInvalid)
        }
        return PassKey(type: type, serial: serial)
    }

    /// A device by its library identifier, which Wallet makes. Throws `REQUEST_INVALID` for one that is no plain name.
    static func device(_ parameters: PathParameters) throws(PassUpdateRefusal) -> String {
        guard isName(parameters["device"], most: 128) else { throw PassUpdateRefusal(.requestInvalid) }
        return parameters["device"]
    }

    static func type(_ parameters: PathParameters) throws(PassUpdateRefusal) -> String {
        guard isName(parameters["type"], most: 255) else { throw PassUpdateRefusal(.requestInvalid) }
        return parameters["type"]
    }

    /// Letters, digits and a few marks.
    private static func isName(_ text: String, most: Int) -> Bool {
        (1...most).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
    }
}
