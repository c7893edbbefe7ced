internal import Foundation
internal import JourneyBase

/// A picture of the face check, as a part of the form.
enum FaceImage {
    /// The maximum size of a picture in bytes.
    static let limit = 4 << 20

    /// Returns the form's part, named after the picture's signature. Throws `SDKError.invalidInput` for anything but PNG and
    /// JPEG, and for a picture that is too large.
    static func part(_ name: String, _ image: WipedBuffer) throws(SDKError) -> MultipartBody.Part {
        let (suffix, type) = try kind(checking: image)
        return .file(name, fileName: "\(name).\(suffix)", type: type, contents: image)
    }

    /// Copies `data` to memory that is wiped. Throws `SDKError.invalidInput` if it is too large.
    static func copy(of data: Data) throws(SDKError) -> WipedBuffer {
        guard data.count <= limit else { throw tooLarge }
        return data.withUnsafeBytes { WipedBuffer(copying: $0) }
    }

    /// Returns the picture's type. Throws as `part` does.
    static func kind(checking image: WipedBuffer) throws(SDKError) -> (suffix: String, type: MediaType) {
        guard image.count <= limit else { throw tooLarge }
        guard let kind = kind(of: image) else { throw .invalidInput("The picture is neither PNG nor JPEG.") }
        return kind
    }

    /// Returns `true` if the picture can be sent.
    static func isPicture(_ image: WipedBuffer) -> Bool { image.count <= limit && kind(of: image) != nil }

    private static var tooLarge: SDKError { .invalidInput("The picture is larger than \(limit >> 20) MiB.") }

    /// Detects PNG (ISO/IEC 15948, section 5.2) or JPEG (ISO/IEC 10918-1, annex B.1); `nil` for a picture that was wiped.
    private static func kind(of image: WipedBuffer) -> (suffix: String, type: MediaType)? {
        let name: (suffix: String, type: String)? =
            image.withBytes { bytes in
                if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return ("png", "image/png") }
                return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? ("jpg", "image/jpeg") : nil
            } ?? nil
        return name.flatMap { name in MediaType(name.type).map { (name.suffix, $0) } }
    }
}
