import JourneyBase

/// The reason why documents can't be read or bundled, with the place in a file.
package struct BundleError: Error, Hashable, CustomStringConvertible {
    /// The stable code: `OAPI_INVALID`, `OPERATION_UNKNOWN` or one of a file.
    package let code: String
    /// A whole sentence; it begins with the file, line and column where there are some.
    package let message: String

    package var description: String { message }

    init(_ code: String, _ message: String) { (self.code, self.message) = (code, message) }

    static func invalid(_ message: String) -> BundleError { BundleError("OAPI_INVALID", message) }
}
