import JourneyBase
import JourneyServer
import JourneyWire

/// A picture of an identity document, after automatic checks.
struct IdentityDocument: Sendable {
    enum Kind: String, CaseIterable, Sendable { case passport, drivingLicence }

    let kind: Kind
    let mediaType: String
    let content: [UInt8]

    /// The maximum size of a picture, in bytes.
    static let limit = 2 << 20
    /// The minimum width and height for legible print, in pixels.
    static let leastSide = 400

    /// Reads and validates the request's members. Throws 422 with a text in the request's language for an unreadable picture.
    init(_ request: BankRequest) throws(Problem) {
        let sentence = ApplicantFault.document.sentence(in: request.language)
        var input = try StrictInput(
            request.http, bytes: Base64URL.encodedCount(IdentityDocument.limit) + 1_024)
        let kind = input.text(.kind, sentence) { Kind(rawValue: $0)?.rawValue }
        let type = input.text(.mediaType, sentence) { ["image/png", "image/jpeg"].contains($0) ? $0 : nil }
        let text = input.text(.content, sentence) { $0 }
        try input.finish()
        guard let kind = Kind(rawValue: kind), let content = Base64URL.decode(text),
            content.count <= IdentityDocument.limit,
            let size = type == "image/png" ? PictureSize(png: content) : PictureSize(jpeg: content),
            min(size.width, size.height) >= IdentityDocument.leastSide
        else { throw .fields([.content: sentence]) }
        self.kind = kind
        mediaType = type
        self.content = content
    }
}

/// The dimensions in a picture's header, in pixels.
struct PictureSize: Equatable, Sendable {
    let width: Int
    let height: Int

    /// Reads a PNG header: signature and IHDR (PNG, third edition, sections 5.2 and 11.2.1).
    init?(png bytes: [UInt8]) {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.count >= 33, bytes.starts(with: start) else { return nil }
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        (width, height) = (number(at: 16), number(at: 20))
        guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else { return nil }
    }

    /// Reads a JPEG's first frame header (ITU-T T.81, B.2.2), skipping other markers.
    init?(jpeg bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
                return
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }
}
