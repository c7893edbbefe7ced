internal import Foundation

/// The outlines of one face's eyes and lips in a picture, as a landmark detector reports them.
///
/// Points are in pixels or in any unit that is equal on both axes. The face itself defines which way is up.
struct FaceLandmarks: Hashable, Sendable {
    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    /// The outlines, as points in order around.
    var leftEye: [Point]
    var rightEye: [Point]
    var lips: [Point]
    /// The face's centre and width, as fractions of the picture's width.
    var middle: Point
    var width: Double
    /// The rotation away from the camera in radians: sideways, up or down, and tilted. 0 if the detector gives none.
    var yaw = 0.0
    var pitch = 0.0
    var roll = 0.0
}

/// The measures that a smile and a blink change. They are ratios along the face's own axes, so they do not depend on its size.
struct FaceMeasure: Hashable, Sendable {
    /// Height over width of the eye's opening, as in Soukupová and Čech, "Real-Time Eye Blink Detection using Facial Landmarks"
    /// (2016), section 2: about 0.3 when open, below 0.2 when closed.
    let leftEye: Double
    let rightEye: Double
    /// The mouth's width over the distance between the eyes.
    let mouth: Double
    /// The height of the mouth's corners above its centre, over its width.
    let lift: Double

    var eyes: Double { (leftEye + rightEye) / 2 }

    /// Returns `nil` for landmarks that do not form a face: too few, coinciding, or not finite.
    init?(_ face: FaceLandmarks) {
        let points = face.leftEye + face.rightEye + face.lips
        guard face.leftEye.count >= 4, face.rightEye.count >= 4, face.lips.count >= 6,
            points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }),
            let leftEye = FaceMeasure.aspect(face.leftEye), let rightEye = FaceMeasure.aspect(face.rightEye)
        else { return nil }
        let (left, right) = (FaceMeasure.mean(face.leftEye), FaceMeasure.mean(face.rightEye))
        let (lips, eyes) = (FaceMeasure.mean(face.lips), FaceMeasure.mean([left, right]))
        let (apart, down) = ((left - right).length, lips - eyes)
        guard apart > 0, down.length > 0 else { return nil }
        let (below, beside) = (down / down.length, (down / down.length).turned)
        let along = face.lips.map { ($0 - lips).dot(beside) }
        guard let least = along.indices.min(by: { along[$0] < along[$1] }),
            let most = along.indices.max(by: { along[$0] < along[$1] }), along[most] > along[least]
        else { return nil }
        let width = along[most] - along[least]
        let corners = [least, most].map { (face.lips[$0] - lips).dot(below) }
        self.leftEye = leftEye
        self.rightEye = rightEye
        mouth = width / apart
        lift = -(corners[0] + corners[1]) / 2 / width
    }

    /// Returns an outline's height over its width. The width is its longest diagonal.
    private static func aspect(_ outline: [FaceLandmarks.Point]) -> Double? {
        var longest = FaceLandmarks.Point(x: 0, y: 0)
        for (index, one) in outline.enumerated() {
            for other in outline[index...] where (one - other).length > longest.length { longest = one - other }
        }
        guard longest.length > 0 else { return nil }
        let across = (longest / longest.length).turned
        let heights = outline.map { ($0 - outline[0]).dot(across) }
        return ((heights.max() ?? 0) - (heights.min() ?? 0)) / longest.length
    }

    private static func mean(_ points: [FaceLandmarks.Point]) -> FaceLandmarks.Point {
        points.reduce(FaceLandmarks.Point(x: 0, y: 0)) { $0 - $1 / -Double(points.count) }
    }
}

extension FaceLandmarks.Point {
    var length: Double { (x * x + y * y).squareRoot() }
    /// The vector rotated by 90°.
    var turned: Self { Self(x: -y, y: x) }
    func dot(_ other: Self) -> Double { x * other.x + y * other.y }
    static func - (one: Self, other: Self) -> Self { Self(x: one.x - other.x, y: one.y - other.y) }
    static func / (point: Self, divisor: Double) -> Self { Self(x: point.x / divisor, y: point.y / divisor) }
}
