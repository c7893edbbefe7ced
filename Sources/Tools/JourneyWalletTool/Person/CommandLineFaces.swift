import CashBaba
import JourneyBase
import JourneyCLI

/// The two pictures that the command line names. They stay where they are: they are the caller's.
struct CommandLineFaces: FaceCapture {
    /// Read once, and overwritten by the one payment that they are for.
    private let pictures: FacePictures

    /// The most bytes that the SDK takes of a picture, and one more, so that what is too large is seen to be.
    private static let limit = (4 << 20) + 1

    /// Reads both before anything is asked of a service. Throws what is wrong with a file.
    init(smile: String, blink: String) throws {
        let (one, other) = (try CommandLineFaces.read(smile), try CommandLineFaces.read(blink))
        do { pictures = try FacePictures(smile: one, blink: other) } catch {
            throw CommandError(
                .badInput, code: "PICTURE_INVALID", "\(smile) and \(blink) have to be PNG or JPEG of at most 4 MiB.")
        }
    }

    func capture(over presenter: any Presenter) async throws -> FacePictures { pictures }

    private static func read(_ path: String) throws -> WipedBuffer {
        var bytes = try BoundedFile.read(path, limit: limit)
        defer { bytes.withUnsafeMutableBytes { WipedBuffer.overwrite(UnsafeRawBufferPointer($0)) } }
        return bytes.withUnsafeBytes { WipedBuffer(copying: $0) }
    }
}
