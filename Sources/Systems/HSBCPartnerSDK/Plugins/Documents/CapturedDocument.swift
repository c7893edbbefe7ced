public import JourneyBase

/// A picture of a document that a person chose to share.
public struct CapturedDocument: Hashable, Sendable {
    /// The kind of document in the picture.
    public enum Kind: String, Hashable, Sendable, CaseIterable { case passport, drivingLicence }

    /// The largest picture, in bytes: 2 MiB.
    public static let limit = 2 << 20

    /// The kind of document in the picture.
    public let kind: Kind
    /// `image/png` or `image/jpeg`, from the picture's first bytes.
    public let mediaType: String
    /// The picture file's bytes.
    public let content: [UInt8]

    /// Creates a captured document; `nil` unless `content` starts as a PNG or JPEG file and has at most `limit` bytes.
    ///
    /// - Parameters:
    ///   - kind: The kind of document.
    ///   - content: The picture file's bytes.
    public init?(kind: Kind, content: [UInt8]) {
        let types: [(start: [UInt8], type: String)] = [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"),
        ]
        guard content.count <= CapturedDocument.limit,
            let type = types.first(where: { content.starts(with: $0.start) })?.type
        else { return nil }
        self.kind = kind
        mediaType = type
        self.content = content
    }
}

/// A source of document pictures: a camera, a scanner, or a file.
///
/// The implementation asks the person; no picture is returned without their consent.
public protocol DocumentSource: Sendable {
    /// Captures a document of one of `kinds`.
    ///
    /// - Returns: The picture; `nil` when the person cancelled.
    /// - Throws: `SCA_REQUIRED` where no picture can be taken.
    func capture(_ kinds: Set<CapturedDocument.Kind>) async throws(JourneyError) -> CapturedDocument?
}
