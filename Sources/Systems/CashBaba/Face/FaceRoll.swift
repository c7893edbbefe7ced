internal import JourneyBase

/// An event of the camera during a face check.
enum FaceCameraEvent: Sendable {
    case advice(FaceGestureDetector.FaceInstruction)
    case pictures(FacePictures)
    /// The time limit has passed.
    case over
    case cannotSee(CameraUnavailability)
}

/// The reason why the camera cannot take pictures.
enum CameraUnavailability: Hashable, Sendable, CaseIterable {
    /// The device has no front camera.
    case absent
    /// The user has denied camera access.
    case denied
    /// The system could not start the camera.
    case notReady
}

/// Takes the pictures that `FaceGestureDetector` selects from a stream of frames.
struct FaceRoll: Sendable {
    private var watch = FaceGestureDetector()
    private(set) var smile: WipedBuffer?
    private(set) var blink: WipedBuffer?

    /// Processes one frame. `picture` encodes it as PNG or JPEG and is called only for frames that are kept. Returns `nil` once
    /// the roll is finished.
    mutating func see(_ faces: [FaceLandmarks], at time: Double, taking picture: () -> WipedBuffer?) -> FaceCameraEvent?
    {
        switch watch.see(faces, at: time) {
        case .advise(let advice): return .advice(advice)
        case .takeSmile:
            // A new smile restarts the sequence: an earlier person's blink doesn't count.
            wipe()
            smile = picture()
            // A smile without a picture doesn't count.
            if smile == nil { beginAnew() }
            return .advice(smile == nil ? .holdStill : .blink)
        case .takeBlink:
            // A later frame of the same blink replaces an earlier one.
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

    /// Overwrites the pictures.
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
