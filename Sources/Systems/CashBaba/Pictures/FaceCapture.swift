public import Foundation
public import JourneyBase
internal import Synchronization

/// Takes the two pictures of a face check: one that smiles, one with the eyes shut.
public protocol FaceCapture: Sendable {
    /// The pictures. Throws `CancellationError` when the person leaves, and anything else when it cannot be done.
    func capture(over presenter: any Presenter) async throws -> FacePictures
}

/// Two pictures in memory, overwritten when the payment is confirmed or given up.
///
/// They are kept in one buffer each, and sent from there. What a host hands over as `Data` is copied, and stays the host's to
/// overwrite.
public final class FacePictures: Sendable {
    private let state: Mutex<(smile: WipedBuffer, blink: WipedBuffer)?>

    /// Copies of two pictures.
    ///
    /// - Parameters:
    ///   - smile: A PNG or JPEG of at most 4 MiB.
    ///   - blink: Another one, with the eyes shut.
    /// - Throws: `SDKError.invalidInput` for anything else.
    public convenience init(smile: Data, blink: Data) throws(SDKError) {
        try self.init(smile: FaceImage.copy(of: smile), blink: FaceImage.copy(of: blink))
    }

    /// Two pictures, which are wiped with this. Throws as the other initialiser does.
    package init(smile: WipedBuffer, blink: WipedBuffer) throws(SDKError) {
        for picture in [smile, blink] { _ = try FaceImage.kind(checking: picture) }
        state = Mutex((smile, blink))
    }

    deinit { wipe() }

    /// The pictures; `nil` once they were wiped.
    var images: (smile: WipedBuffer, blink: WipedBuffer)? { state.withLock(\.self) }

    /// Overwrites them.
    func wipe() {
        let taken = state.withLock { pictures in
            defer { pictures = nil }
            return pictures
        }
        taken?.smile.wipe()
        taken?.blink.wipe()
    }
}
