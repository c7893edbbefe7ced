/// The thresholds of smiles and blinks. Times are in seconds; other values are ratios of `FaceMeasure` or fractions of the
/// picture.
///
/// They were derived from the meaning of the ratios and have not been tuned on devices yet (`docs/evidence/apple.md`).
enum FaceLimits {
    /// The time limit of the whole detection.
    static let patience = 60.0
    /// The longest absence after which a face still counts as the same.
    static let gap = 0.4
    /// The minimum width of a face, as a fraction of the picture's width.
    static let leastWidth = 0.25
    /// The maximum rotation in radians: twenty degrees.
    static let mostTurn = 0.35
    /// The maximum move between frames, as a fraction of the face's width. A face that moves farther counts as another.
    static let mostMove = 0.5

    /// The number of similar frames at rest, and the maximum ratio of the widest mouth to the narrowest.
    static let restFrames = 6
    static let stillness = 1.1
    /// The minimum opening of eyes at rest.
    static let leastEyes = 0.15

    /// The thresholds of a smile against the face at rest: the mouth's width, the corners' rise, the eyes' opening, and the
    /// number of frames.
    static let smileWidth = 1.12
    static let smileLift = 0.03
    static let smilingEyes = 0.6
    static let smileFrames = 3

    /// The thresholds of open and closed lids against the eyes at rest, the minimum number of frames and the maximum time closed.
    static let open = 0.8
    static let shut = 0.55
    static let blinkFrames = 2
    static let blinkTime = 1.0

    /// Returns the instruction for a face that cannot be measured in its position, or `nil` if it can.
    static func fault(of face: FaceLandmarks) -> FaceGestureDetector.FaceInstruction? {
        guard face.width.isFinite, face.width >= leastWidth else { return .comeCloser }
        // NaN fails the comparison, too.
        guard [face.yaw, face.pitch, face.roll].allSatisfy({ abs($0) <= mostTurn }) else { return .lookStraight }
        return nil
    }

    static func isElsewhere(_ face: FaceLandmarks, from before: FaceLandmarks) -> Bool {
        !((face.middle - before.middle).length <= mostMove * before.width)
    }
}
