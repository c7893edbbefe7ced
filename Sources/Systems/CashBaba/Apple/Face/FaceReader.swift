internal import CoreVideo
internal import Foundation
internal import Vision

/// Converts Vision's landmarks of a frame into `FaceLandmarks`. It measures nothing.
enum FaceReader {
    /// Returns the faces in an upright frame, or none when Vision fails.
    static func faces(in frame: CVPixelBuffer) -> [FaceLandmarks] {
        let request = VNDetectFaceLandmarksRequest()
        let handler = VNImageRequestHandler(cvPixelBuffer: frame, orientation: .up, options: [:])
        guard (try? handler.perform([request])) != nil else { return [] }
        let size = CGSize(width: CVPixelBufferGetWidth(frame), height: CVPixelBufferGetHeight(frame))
        return (request.results ?? []).map { FaceLandmarks($0, in: size) }
    }
}

extension FaceLandmarks {
    /// Keeps a face without landmarks, because it still counts as a second face.
    fileprivate init(_ face: VNFaceObservation, in size: CGSize) {
        func outline(_ region: VNFaceLandmarkRegion2D?) -> [Point] {
            region?.pointsInImage(imageSize: size).map { Point(x: $0.x, y: $0.y) } ?? []
        }
        let (landmarks, box) = (face.landmarks, face.boundingBox)
        self.init(
            leftEye: outline(landmarks?.leftEye), rightEye: outline(landmarks?.rightEye),
            lips: outline(landmarks?.outerLips),
            // The box is in fractions of each side; the centre is needed in fractions of the width.
            middle: Point(x: box.midX, y: box.midY * size.height / size.width), width: box.width)
        yaw = face.yaw?.doubleValue ?? 0
        pitch = face.pitch?.doubleValue ?? 0
        roll = face.roll?.doubleValue ?? 0
    }
}
