/// What a plugin needs of the device or the person beyond being called. The host grants it; no manifest can.
///
/// The set is open, so that a host's own plugins can name what is theirs.
public struct PluginPermission: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// A permission of that name; the package's own stand below.
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// Asks for a finger or a face; learns only whether it was the person.
    public static let biometrics = PluginPermission(rawValue: "biometrics")
    /// Takes pictures.
    public static let camera = PluginPermission(rawValue: "camera")
    /// Reads files that the person picks.
    public static let documents = PluginPermission(rawValue: "documents")
    /// Learns where the device is.
    public static let location = PluginPermission(rawValue: "location")
    /// Talks to what is near, by NFC or Bluetooth.
    public static let proximity = PluginPermission(rawValue: "proximity")
    /// Adds passes to the device's wallet.
    public static let wallet = PluginPermission(rawValue: "wallet")
}
