/// The type of a document, as named in requests and responses (ISO/IEC 18013-5, section 8.3.1).
///
/// Issuer and reader may agree on any text. Types of public standards have a constant.
public struct DocumentType: Hashable, Sendable, CustomStringConvertible {
    /// The name of the type.
    public let name: String

    /// Creates a type by its name.
    public init(_ name: String) { self.name = name }

    /// A mobile driving licence (ISO/IEC 18013-5, section 7.1).
    public static let drivingLicence = DocumentType("org.iso.18013.5.1.mDL")
    /// Person identification data of the European Union (PID rulebook).
    public static let personIdentification = DocumentType("eu.europa.ec.eudi.pid.1")
    /// A proof of age of the European Union (age verification profile).
    public static let ageVerification = DocumentType("eu.europa.ec.av.1")

    public var description: String { name }

    /// Returns `true` if both names have the same bytes: Unicode treats some different names as equal.
    ///
    /// - Parameters:
    ///   - a: A document type.
    ///   - b: Another document type.
    public static func == (a: DocumentType, b: DocumentType) -> Bool { a.name.hasSameBytes(as: b.name) }
}
