internal import Foundation
import JourneyBase

/// Reads pictures from files that the host provides: each is read once, into memory that is overwritten later, and removed.
///
/// Anything but a regular file, such as a folder or a link, is neither read nor removed.
struct FileFaceCapture: FaceCapture {
    private let paths: @Sendable () -> (smile: String?, blink: String?)

    init(smile: String, blink: String) { paths = { (smile, blink) } }

    /// Uses the files that `storage` names at the time of the capture.
    init(_ storage: CBSDKDataStorage) { paths = { (storage.smileFacePath, storage.blinkFacePath) } }

    func capture(over presenter: any Presenter) async throws -> FacePictures {
        let paths = paths()
        // Read both before checking either, so that no file remains.
        let read = [paths.smile, paths.blink].map { path in Result { try FileFaceCapture.take(path) } }
        return try FacePictures(smile: read[0].get(), blink: read[1].get())
    }

    /// Reads and removes a file. Anything but a regular file, such as a folder or a link, is neither read nor removed.
    static func take(_ path: String?) throws -> WipedBuffer {
        guard let path, isFile(path) else { throw SDKError.faceCheck }
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard let file = InputStream(fileAtPath: path) else { throw SDKError.faceCheck }
        file.open()
        defer { file.close() }
        // Read one byte beyond the limit to detect a file that is too large.
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
