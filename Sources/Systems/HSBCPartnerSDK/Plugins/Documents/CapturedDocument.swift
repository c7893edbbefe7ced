public import JourneyBase

/// A picture of a document that a person chose to show.
public struct CapturedDocument: Hashable, Sendable {
    /// What the picture is of.
    public enum Kind: String, Hashable, Sendable, CaseIterable { case passport, drivingLicence }

    /// The most bytes of a picture: 2 MiB.
    public static let limit = 2 << 20

    public let kind: Kind
    /// `image/png` or `image/jpeg`, as the picture's own first bytes say.
    public let mediaType: String
    /// The picture's file.
    public let content: [UInt8]

    /// `nil` unless `content` begins as a PNG or a JPEG file does and has at most `limit` bytes.
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

/// Where pictures of documents come from: a camera, a scanner, a file that the person chooses.
///
/// The conformer asks the person; nothing is handed out without them.
public protocol DocumentSource: Sendable {
    /// A picture of a document of one of `kinds`; `nil` when the person closed it. Throws `JourneyError` with
    /// `SCA_REQUIRED` where there is no way to take one.
    func capture(_ kinds: Set<CapturedDocument.Kind>) async throws(JourneyError) -> CapturedDocument?
}
