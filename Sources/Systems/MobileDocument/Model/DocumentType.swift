/// The type of a document, as a request and a response name it (ISO/IEC 18013-5, section 8.3.1).
///
/// Any text is one: what an issuer and a reader agree on. Those that public standards name have a constant.
public struct DocumentType: Hashable, Sendable, CustomStringConvertible {
    public let name: String

    public init(_ name: String) { self.name = name }

    /// A mobile driving licence (ISO/IEC 18013-5, section 7.1).
    public static let drivingLicence = DocumentType("org.iso.18013.5.1.mDL")
    /// Person identification data of the European Union (PID rulebook).
    public static let personIdentification = DocumentType("eu.europa.ec.eudi.pid.1")
    /// A proof of age of the European Union (age verification profile).
    public static let ageVerification = DocumentType("eu.europa.ec.av.1")

    public var description: String { name }

    /// Byte for byte: Unicode holds texts equal that are other names.
    public static func == (a: DocumentType, b: DocumentType) -> Bool { a.name.hasSameBytes(as: b.name) }
}
