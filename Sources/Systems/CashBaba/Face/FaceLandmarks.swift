internal import Foundation

/// Where one face stands in a picture, and its eyes and lips, as a detector of landmarks tells it. Points are in pixels, or in
/// any other unit that is the same along both sides; which way is up is told by the face itself.
struct FaceLandmarks: Hashable, Sendable {
    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    /// The outlines, in any order around.
    var leftEye: [Point]
    var rightEye: [Point]
    var lips: [Point]
    /// The face's middle and its width, in shares of the picture's width.
    var middle: Point
    var width: Double
    /// How far it is turned from the camera, in radians: to a side, up or down, and tilted; 0 where the detector is silent.
    var yaw = 0.0
    var pitch = 0.0
    var roll = 0.0
}

/// What a smile and a blink change, in measures that do not grow with the face: ratios, by the face's own directions.
struct FaceMeasure: Hashable, Sendable {
    /// Height over width of the opening between the lids, as in Soukupová and Čech, "Real-Time Eye Blink Detection using
    /// Facial Landmarks" (2016), section 2: about 0.3 open, below 0.2 shut.
    let leftEye: Double
    let rightEye: Double
    /// The mouth's width over the distance between the eyes.
    let mouth: Double
    /// How much higher the corners of the mouth stand than its middle, over its width.
    let lift: Double

    var eyes: Double { (leftEye + rightEye) / 2 }

    /// `nil` for landmarks that make no face: too few, one on the other, no numbers.
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

    /// An outline's height over its width; the width is the longest way across.
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
    /// A quarter turn.
    var turned: Self { Self(x: -y, y: x) }
    func dot(_ other: Self) -> Double { x * other.x + y * other.y }
    static func - (one: Self, other: Self) -> Self { Self(x: one.x - other.x, y: one.y - other.y) }
    static func / (point: Self, divisor: Double) -> Self { Self(x: point.x / divisor, y: point.y / divisor) }
}
