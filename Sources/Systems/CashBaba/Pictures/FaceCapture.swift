public import Foundation
public import JourneyBase
internal import Synchronization

/// A source of the two pictures of a face check: a smile, and closed eyes.
public protocol FaceCapture: Sendable {
    /// Takes the pictures. Throws `CancellationError` when the user leaves, and another error when it fails.
    func capture(over presenter: any Presenter) async throws -> FacePictures
}

/// Two pictures in memory. They are overwritten when the payment is confirmed or abandoned.
///
/// Each picture has one buffer and is sent from there. `Data` from a host is copied; the host remains responsible for its own.
public final class FacePictures: Sendable {
    private let state: Mutex<(smile: WipedBuffer, blink: WipedBuffer)?>

    /// Copies two pictures.
    ///
    /// - Parameters:
    ///   - smile: A PNG or JPEG of at most 4 MiB.
    ///   - blink: Another one, with closed eyes.
    /// - Throws: `SDKError.invalidInput` for anything else.
    public convenience init(smile: Data, blink: Data) throws(SDKError) {
        try self.init(smile: FaceImage.copy(of: smile), blink: FaceImage.copy(of: blink))
    }

    /// Takes ownership of two pictures, which are wiped with this object. Throws as the other initialiser does.
    package init(smile: WipedBuffer, blink: WipedBuffer) throws(SDKError) {
        for picture in [smile, blink] { _ = try FaceImage.kind(checking: picture) }
        state = Mutex((smile, blink))
    }

    deinit { wipe() }

    /// The pictures; `nil` once they were wiped.
    var images: (smile: WipedBuffer, blink: WipedBuffer)? { state.withLock(\.self) }

    /// Overwrites the pictures.
    func wipe() {
        let taken = state.withLock { pictures in
            defer { pictures = nil }
            return pictures
        }
        taken?.smile.wipe()
        taken?.blink.wipe()
    }
}
