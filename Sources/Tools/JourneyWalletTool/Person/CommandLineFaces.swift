import CashBaba
import JourneyBase
import JourneyCLI

/// The two pictures named on the command line. The files are not removed, because they belong to the caller.
struct CommandLineFaces: FaceCapture {
    /// The pictures, read once and overwritten by the payment that uses them.
    private let pictures: FacePictures

    /// The SDK's size limit of a picture in bytes, plus one to detect a larger file.
    private static let limit = (4 << 20) + 1

    /// Reads both files before any call to the service. Throws the error of a file.
    init(smile: String, blink: String) throws {
        let (one, other) = (try CommandLineFaces.read(smile), try CommandLineFaces.read(blink))
        do { pictures = try FacePictures(smile: one, blink: other) } catch {
            throw CommandError(
                .badInput, code: .pictureInvalid, "\(smile) and \(blink) must be PNG or JPEG files of at most 4 MiB.")
        }
    }

    func capture(over presenter: any Presenter) async throws -> FacePictures { pictures }

    private static func read(_ path: String) throws -> WipedBuffer {
        var bytes = try BoundedFile.read(path, limit: limit)
        defer { bytes.withUnsafeMutableBytes { WipedBuffer.overwrite(UnsafeRawBufferPointer($0)) } }
        return bytes.withUnsafeBytes { WipedBuffer(copying: $0) }
    }
}
