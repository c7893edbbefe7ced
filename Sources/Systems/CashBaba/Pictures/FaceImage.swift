internal import Foundation
internal import JourneyBase

/// A picture for the face check, as it goes into the form.
enum FaceImage {
    /// The most bytes that one may have.
    static let limit = 4 << 20

    /// The part of the form, named after the bytes' own signature. Throws `SDKError.invalidInput` for what is neither PNG nor
    /// JPEG, and for what is too large.
    static func part(_ name: String, _ image: WipedBuffer) throws(SDKError) -> MultipartBody.Part {
        let (suffix, type) = try kind(checking: image)
        return .file(name, fileName: "\(name).\(suffix)", type: type, contents: image)
    }

    /// A copy of `data` in memory that is wiped. Throws `SDKError.invalidInput` for what is too large.
    static func copy(of data: Data) throws(SDKError) -> WipedBuffer {
        guard data.count <= limit else { throw tooLarge }
        return data.withUnsafeBytes { WipedBuffer(copying: $0) }
    }

    /// What kind of picture it is. Throws as `part` does.
    static func kind(checking image: WipedBuffer) throws(SDKError) -> (suffix: String, type: MediaType) {
        guard image.count <= limit else { throw tooLarge }
        guard let kind = kind(of: image) else { throw .invalidInput("The picture is neither PNG nor JPEG.") }
        return kind
    }

    /// Whether it is a picture that may be sent.
    static func isPicture(_ image: WipedBuffer) -> Bool { image.count <= limit && kind(of: image) != nil }

    private static var tooLarge: SDKError { .invalidInput("The picture is larger than \(limit >> 20) MiB.") }

    /// PNG (ISO/IEC 15948, section 5.2) or JPEG (ISO/IEC 10918-1, annex B.1); nothing for a picture that was wiped.
    private static func kind(of image: WipedBuffer) -> (suffix: String, type: MediaType)? {
        let name: (suffix: String, type: String)? =
            image.withBytes { bytes in
                if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return ("png", "image/png") }
                return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? ("jpg", "image/jpeg") : nil
            } ?? nil
        return name.flatMap { name in MediaType(name.type).map { (name.suffix, $0) } }
    }
}
