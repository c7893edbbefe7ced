/// A national profile that a code belongs to, with the typed values of its objects.
public struct ProfileMatch: Hashable, Sendable {
    /// One value.
    public struct Field: Hashable, Sendable {
        /// The path of the object, such as `26.03`.
        public let path: String
        /// The name in the profile's data file, such as `merchant`.
        public let name: String
        /// The typed value.
        public let value: ProfileValue
    }

    /// The profile's identifier, such as `bangla-qr`.
    public let id: String
    /// The profile's name for people, such as `Bangla QR`.
    public let title: String
    /// The values in the order of the code.
    public let fields: [Field]

    /// Returns the first value with a name, or `nil`.
    ///
    /// - Parameter name: The name in the profile's data file.
    public subscript(name: String) -> ProfileValue? { fields.first { $0.name == name }?.value }
}
