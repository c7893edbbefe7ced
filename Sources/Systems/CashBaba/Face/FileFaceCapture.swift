internal import Foundation
import JourneyBase

/// Pictures in files that the host has brought: each is read once, straight into memory that is overwritten, and removed. What
/// is no file of its own, such as a folder or a link, is neither.
struct FileFaceCapture: FaceCapture {
    private let paths: @Sendable () -> (smile: String?, blink: String?)

    init(smile: String, blink: String) { paths = { (smile, blink) } }

    /// The files that stand in `storage` when they are asked for.
    init(_ storage: CBSDKDataStorage) { paths = { (storage.smileFacePath, storage.blinkFacePath) } }

    func capture(over presenter: any Presenter) async throws -> FacePictures {
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
