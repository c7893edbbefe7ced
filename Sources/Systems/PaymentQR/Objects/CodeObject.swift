/// A data object of a merchant-presented code: two digits, a length and a value (EMV QRCPS MPM, section 4.4).
public struct CodeObject: Hashable, Sendable {
    /// The identifier, two digits.
    public let id: String
    /// The value as it is in the code.
    public let value: String
    /// The objects in the value, if the object is a template; otherwise `nil`.
    public let objects: [CodeObject]?

    init(id: String, value: String, objects: [CodeObject]? = nil) {
        self.id = id
        self.value = value
        self.objects = objects
    }

    /// Creates an object without a template. `MerchantCode.Draft` checks it.
    ///
    /// - Parameters:
    ///   - id: The identifier, two digits.
    ///   - value: The value, 1 to 99 Unicode scalars.
    public init(_ id: String, _ value: String) { self.init(id: id, value: value) }

    /// Creates a template. `MerchantCode.Draft` checks it.
    ///
    /// - Parameters:
    ///   - id: The identifier, two digits.
    ///   - objects: The objects in the template, in order.
    public init(_ id: String, _ objects: [CodeObject]) {
        self.init(id: id, value: objects.map(\.text).joined(), objects: objects)
    }

    /// The object as it is written: identifier, length in characters, value.
    public var text: String {
        let length = value.unicodeScalars.count
        return "\(id)\(length < 10 ? "0" : "")\(length)\(value)"
    }

    /// Returns the value of the object `id` in this template, or `nil`.
    ///
    /// - Parameter id: The identifier, two digits.
    public subscript(id: String) -> String? { objects?.first { $0.id == id }?.value }
}
