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

/// Pictures in files that the host has brought: each is read once, straight into memory that is overwritten, and removed. What
/// is no file of its own, such as a folder or a link, is neither.
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
    static func take(_ path: String?) throws -> WipedBuffer {
        guard let path, isFile(path) else { throw SDKError.faceCheck }
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard let file = InputStream(fileAtPath: path) else { throw SDKError.faceCheck }
        file.open()
        defer { file.close() }
        // One byte more than may be: so a file that is too large is seen to be, whatever its size.
        return try WipedBuffer(capacity: FaceImage.limit + 1) { memory in
            var count = 0
            while let next = memory.baseAddress?.advanced(by: count).assumingMemoryBound(to: UInt8.self) {
                let read = file.read(next, maxLength: memory.count - count)
                guard read >= 0 else { throw SDKError.faceCheck }
                count += read
                if read == 0 || count == memory.count { break }
            }
            return count
        }
    }

    private static func isFile(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }
}
