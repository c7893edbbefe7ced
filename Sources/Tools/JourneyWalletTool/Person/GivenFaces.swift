import CashBaba
import Foundation
import JourneyBase
import JourneyCLI

/// The two pictures that the command line names. They stay where they are: they are the caller's.
struct GivenFaces: FaceCapture {
    private let smile: [UInt8]
    private let blink: [UInt8]

    /// The most bytes that the SDK takes of a picture, and one more, so that what is too large is seen to be.
    private static let limit = (4 << 20) + 1

    /// Reads both before anything is asked of a service. Throws what is wrong with a file.
    init(smile: String, blink: String) throws {
        self.smile = try BoundedFile.read(smile, limit: GivenFaces.limit)
        self.blink = try BoundedFile.read(blink, limit: GivenFaces.limit)
        do { _ = try pictures() } catch {
            throw CommandFailure(
                .badInput, code: "PICTURE_INVALID", "\(smile) and \(blink) have to be PNG or JPEG of at most 4 MiB.")
        }
    }

    func capture(over presenter: any Presenter) async throws -> FacePictures { try pictures() }

    private func pictures() throws(SDKError) -> FacePictures {
        try FacePictures(smile: Data(smile), blink: Data(blink))
    }
}
