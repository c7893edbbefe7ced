/// Where a smile and a blink begin. Times are in seconds, the rest are ratios of `FaceMeasure` or shares of the picture.
///
/// They are this package's choice, from what the ratios mean; people on devices have yet to judge them (`docs/evidence/apple.md`).
enum FaceLimits {
    /// How long the whole may take.
    static let patience = 60.0
    /// A face that was away for longer is another.
    static let gap = 0.4
    /// A face has at least this share of the picture's width.
    static let leastWidth = 0.25
    /// It is turned by at most this, in radians: twenty degrees.
    static let mostTurn = 0.35
    /// It moves by less than this share of its width from frame to frame; one that does not is another.
    static let mostMove = 0.5

    /// Frames at rest that are like each other: the widest mouth to the narrowest.
    static let restFrames = 6
    static let stillness = 1.1
    /// Eyes at rest are open.
    static let leastEyes = 0.15

    /// A smile's mouth against the mouth at rest, its corners' rise, its eyes, and for how many frames.
    static let smileWidth = 1.12
    static let smileLift = 0.03
    static let smilingEyes = 0.6
    static let smileFrames = 3

    /// Lids that are open and shut, against the eyes at rest; for how many frames at least and how long at most.
    static let open = 0.8
    static let shut = 0.55
    static let blinkFrames = 2
    static let blinkTime = 1.0

    /// Why a face cannot be judged as it stands.
    static func fault(of face: FaceLandmarks) -> FaceGestureDetector.FaceInstruction? {
        guard face.width.isFinite, face.width >= leastWidth else { return .comeCloser }
        // A turn that is no number is none that could be judged.
        guard [face.yaw, face.pitch, face.roll].allSatisfy({ abs($0) <= mostTurn }) else { return .lookStraight }
        return nil
    }

    static func isElsewhere(_ face: FaceLandmarks, from before: FaceLandmarks) -> Bool {
        !((face.middle - before.middle).length <= mostMove * before.width)
    }
}
