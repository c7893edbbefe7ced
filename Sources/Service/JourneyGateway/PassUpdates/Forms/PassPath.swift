import JourneyBase
import JourneyServer
import JourneyWire

/// Parses the device and pass in a path, with length limits.
enum PassPath {
    /// Returns the pass of the path's `{type}` and `{serial}`. Throws `TOKEN_INVALID` for an impossible name.
    static func pass(_ parameters: PathParameters) throws(PassUpdateRefusal) -> PassKey {
        let (type, serial) = (parameters["type"], parameters["serial"])
        guard isName(type, most: 255), (1...255).contains(serial.utf8.count) else {
            throw PassUpdateRefusal(.tokenInvalid)
        }
        return PassKey(type: type, serial: serial)
    }

    /// Returns the device's library identifier, which Wallet assigns. Throws `REQUEST_INVALID` for an invalid name.
    static func device(_ parameters: PathParameters) throws(PassUpdateRefusal) -> String {
        guard isName(parameters["device"], most: 128) else { throw PassUpdateRefusal(.requestInvalid) }
        return parameters["device"]
    }

    static func type(_ parameters: PathParameters) throws(PassUpdateRefusal) -> String {
        guard isName(parameters["type"], most: 255) else { throw PassUpdateRefusal(.requestInvalid) }
        return parameters["type"]
    }

    /// `true` for 1 to `most` ASCII letters, digits, hyphens, dots, underscores and tildes.
    private static func isName(_ text: String, most: Int) -> Bool {
        (1...most).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
    }
}
