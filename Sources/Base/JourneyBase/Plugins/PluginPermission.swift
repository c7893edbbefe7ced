/// A permission that a plugin needs from the host. The host grants it; no manifest can.
///
/// The set is open, so that a host's own plugins can define more.
public struct PluginPermission: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Creates a permission with the given name. The package's own are static members.
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// Authenticates the person by fingerprint or face. The plugin learns only the result.
    public static let biometrics = PluginPermission(rawValue: "biometrics")
    /// Takes pictures.
    public static let camera = PluginPermission(rawValue: "camera")
    /// Reads files that the person picks.
    public static let documents = PluginPermission(rawValue: "documents")
    /// Reads the device's location.
    public static let location = PluginPermission(rawValue: "location")
    /// Communicates with nearby devices over NFC or Bluetooth.
    public static let proximity = PluginPermission(rawValue: "proximity")
    /// Adds passes to the device's wallet.
    public static let wallet = PluginPermission(rawValue: "wallet")
}
