internal import Foundation
internal import JourneyBase

/// A picture for the face check, as it goes into the form.
enum FaceImage {
    /// The most bytes that one may have.
    static let limit = 4 << 20

    /// The part of the form, named after the bytes' own signature. Throws `SDKError.invalidInput` for what is neither PNG nor
    /// JPEG, and for what is too large.
    static func part(_ name: String, _ data: Data) throws(SDKError) -> MultipartBody.Part {
        let (suffix, type) = try kind(checking: data)
        return .file(name, fileName: "\(name).\(suffix)", type: type, bytes: Array(data))
    }

    /// What kind of picture it is, without a copy of it. Throws as `part` does.
    static func kind(checking data: Data) throws(SDKError) -> (suffix: String, type: MediaType) {
        guard data.count <= limit else { throw .invalidInput("The picture is larger than \(limit >> 20) MiB.") }
        guard let kind = kind(of: data) else { throw .invalidInput("The picture is neither PNG nor JPEG.") }
        return kind
    }

    /// Whether it is a picture that may be sent.
    static func isPicture(_ data: Data) -> Bool { data.count <= limit && kind(of: data) != nil }

    /// PNG (ISO/IEC 15948, section 5.2) or JPEG (ISO/IEC 10918-1, annex B.1).
    private static func kind(of data: Data) -> (suffix: String, type: MediaType)? {
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            MediaType("image/png").map { ("png", $0) }
        } else if data.starts(with: [0xFF, 0xD8, 0xFF]) {
            MediaType("image/jpeg").map { ("jpg", $0) }
        } else {
            nil
        }
    }
}
