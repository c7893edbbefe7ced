public import Foundation
public import JourneyBase
internal import Synchronization

/// Takes the two pictures of a face check: one that smiles, one with the eyes shut.
public protocol FaceCapture: Sendable {
    /// The pictures. Throws `CancellationError` when the person leaves, and anything else when it cannot be done.
    func capture(over presenter: any Presenter) async throws -> FacePictures
}

/// Two pictures in memory, wiped when the payment is confirmed or given up.
public final class FacePictures: Sendable {
    private let state: Mutex<(smile: Data, blink: Data)?>

    /// PNG or JPEG, each of at most 4 MiB. Throws `SDKError.invalidInput` for anything else.
    public init(smile: Data, blink: Data) throws(SDKError) {
        for picture in [smile, blink] { _ = try FaceImage.kind(checking: picture) }
        state = Mutex((smile, blink))
    }

    deinit { wipe() }

    var smile: Data? { state.withLock { $0?.smile } }
    var blink: Data? { state.withLock { $0?.blink } }

    /// Overwrites them, as far as nobody else holds a copy.
    func wipe() {
        state.withLock { pictures in
            // Let go of first, so that the bytes themselves are overwritten and not a copy.
            guard var taken = pictures else { return }
            pictures = nil
            taken.smile.resetBytes(in: taken.smile.startIndex..<taken.smile.endIndex)
            taken.blink.resetBytes(in: taken.blink.startIndex..<taken.blink.endIndex)
        }
    }
}

/// Pictures in files that the host has brought: each is read once and removed. What is no file of its own, such as a folder or
/// a link, is neither.
public struct FileFaceCapture: FaceCapture {
    private let paths: @Sendable () -> (smile: String?, blink: String?)

    public init(smile: String, blink: String) { paths = { (smile, blink) } }

    /// The files that stand in `storage` when they are asked for.
    init(_ storage: CBSDKDataStorage) { paths = { (storage.smileFacePath, storage.blinkFacePath) } }

    public func capture(over presenter: any Presenter) async throws -> FacePictures {
        let paths = paths()
        // Both are read before either is judged, so that no file is left.
        let read = [paths.smile, paths.blink].map { path in Result { try FileFaceCapture.take(path) } }
        return try FacePictures(smile: read[0].get(), blink: read[1].get())
    }

    /// What the file holds, which is removed. What is no file of its own, such as a folder or a link, is neither.
    static func take(_ path: String?) throws -> Data {
        guard let path, isFile(path) else { throw SDKError.faceCheck }
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard let file = FileHandle(forReadingAtPath: path) else { throw SDKError.faceCheck }
        defer { try? file.close() }
        // One byte more than may be: so a file that is too large is seen to be, whatever its size.
        return try file.read(upToCount: FaceImage.limit + 1) ?? Data()
    }

    private static func isFile(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }
}
