import Foundation
import JourneyBase

@testable import CashBaba

/// Copies of pictures for comparisons in tests.
extension WipedBuffer {
    var data: Data? { withBytes { Data($0) } }

    convenience init(_ data: Data) {
        self.init(capacity: data.count) { memory in data.copyBytes(to: memory) }
    }
}

extension FacePictures {
    var smile: Data? { images?.smile.data }
    var blink: Data? { images?.blink.data }
}

extension FaceRoll {
    /// Processes a frame whose picture is given as `Data`.
    mutating func see(_ faces: [FaceLandmarks], at time: Double, picture: () -> Data?) -> FaceCameraEvent? {
        see(faces, at: time, taking: { picture().map { WipedBuffer($0) } })
    }
}
