import Foundation

@testable import CashBaba

/// A synthetic face of ellipses and a parabola, as a detector would report it, in any size, rotation and position.
struct FakeFace {
    var eyes = 0.3
    /// The left eye's opening; `nil` for the value of `eyes`.
    var leftEye: Double?
    var mouth = 0.9
    var lift = 0.0
    var scale = 100.0
    var tilt = 0.0
    var isMirrored = false
    var middle = FaceLandmarks.Point(x: 0.5, y: 0.6)
    var width = 0.5
    var turn = 0.0

    static let rest = FakeFace()
    static let smile = FakeFace(eyes: 0.25, mouth: 1.08, lift: 0.08)
    static let shut = FakeFace(eyes: 0.1)

    var landmarks: FaceLandmarks {
        func place(_ x: Double, _ y: Double) -> FaceLandmarks.Point {
            let (x, y) = ((isMirrored ? -x : x) * scale, y * scale)
            return FaceLandmarks.Point(
                x: 400 + x * cos(tilt) - y * sin(tilt), y: 300 + x * sin(tilt) + y * cos(tilt))
        }
        func eye(_ x: Double, _ opening: Double) -> [FaceLandmarks.Point] {
            (0..<8).map { step in
                let angle = Double(step) * .pi / 4
                return place(x + 0.2 * cos(angle), 0.2 * opening * sin(angle))
            }
        }
        // The y axis points down. The corners raise the lips' centre by a sixth of their own rise.
        let lips = (0..<12).map { step -> FaceLandmarks.Point in
            let angle = Double(step) * .pi / 6
            let x = cos(angle)
            let bend = -lift * mouth * 6 / 5 * (x * x == 1 ? 1 : 0)
            return place(x * mouth / 2, 1.1 + 0.05 * sin(angle) + bend)
        }
        var face = FaceLandmarks(
            leftEye: eye(-0.5, leftEye ?? eyes), rightEye: eye(0.5, eyes), lips: lips, middle: middle, width: width)
        face.yaw = turn
        return face
    }
}
