internal import JourneyBase

/// What a camera that watches a face tells.
enum FaceCameraEvent: Sendable {
    case advice(FaceGestureDetector.FaceInstruction)
    case pictures(FacePictures)
    /// It took too long.
    case over
    case cannotSee(CameraUnavailability)
}

/// Why there is no picture of a face.
enum CameraUnavailability: Hashable, Sendable, CaseIterable {
    /// There is no camera that looks at the person.
    case absent
    /// The person does not allow it.
    case denied
    /// The system does not start it.
    case notReady
}

/// The pictures that are taken of a film: what `FaceGestureDetector` says of each frame, done.
struct FaceRoll: Sendable {
    private var watch = FaceGestureDetector()
    private(set) var smile: WipedBuffer?
    private(set) var blink: WipedBuffer?

    /// One frame; `picture` makes a PNG or JPEG of it, and is asked only for those that are kept. After pictures, and when it
    /// is over, there is no more news.
    mutating func see(_ faces: [FaceLandmarks], at time: Double, taking picture: () -> WipedBuffer?) -> FaceCameraEvent?
    {
        switch watch.see(faces, at: time) {
        case .advise(let advice): return .advice(advice)
        case .takeSmile:
            // With the smile begins what the blink has to follow: one of somebody before is none.
            wipe()
            smile = picture()
            // Without its picture a smile is none.
            if smile == nil { beginAnew() }
            return .advice(smile == nil ? .holdStill : .blink)
        case .takeBlink:
            // A later frame of the same blink may be taken; the last that could be made counts.
            if let later = picture() {
                blink?.wipe()
                blink = later
            }
            return .advice(.blink)
        case .done:
            guard let smile, let blink, let pictures = try? FacePictures(smile: smile, blink: blink) else {
                beginAnew()
                return .advice(.holdStill)
            }
            (self.smile, self.blink) = (nil, nil)
            return .pictures(pictures)
        case .over:
            wipe()
            return .over
        case .ended: return nil
        }
    }

    /// Overwrites what was taken.
    mutating func wipe() {
        smile?.wipe()
        blink?.wipe()
        (smile, blink) = (nil, nil)
    }

    private mutating func beginAnew() {
        wipe()
        self = FaceRoll()
    }
}
