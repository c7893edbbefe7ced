/// Finds a smile and then a blink in live video, frame by frame. It is a value and independent of any camera.
///
/// It learns the face at rest first, because faces differ by more than a smile changes one. Then the mouth must widen and its
/// corners rise for a few frames. Then both eyes must close and open again, which a photograph cannot do. When the face is
/// lost, a second one appears, or another takes its place, detection starts again, so both pictures show one person.
///
/// It only makes cheating harder: a video of a person who smiles and blinks passes.
struct FaceGestureDetector: Sendable {
    /// An instruction to the user.
    enum FaceInstruction: Hashable, Sendable, CaseIterable {
        case showFace, onlyYou, comeCloser, lookStraight, holdStill, smile, blink
    }

    /// The result of one frame.
    enum Step: Hashable, Sendable {
        /// Nothing found yet; the instruction to show.
        case advise(FaceInstruction)
        /// Use this frame as the picture of the smile.
        case takeSmile
        /// Use this frame as the picture with the eyes closed, in place of an earlier one.
        case takeBlink
        /// Both pictures are taken.
        case done
        /// The time limit has passed.
        case over
        /// The detector had finished before this frame.
        case ended
    }

    private enum Stage: Sendable {
        case rest([FaceMeasure])
        case smile(Rest, frames: Int)
        case blink(Rest, Lids)
        case ended
    }

    private enum Lids: Sendable {
        /// The eyes must be seen open first.
        case unknown
        case open
        case shut(since: Double, frames: Int, least: Double)
    }

    /// The measures of the face at rest.
    private struct Rest: Sendable {
        var eyes: Double
        var mouth: Double
        var lift: Double
    }

    private var stage = Stage.rest([])
    private var start: Double?
    /// The time and the landmarks of the last usable face.
    private var last: (time: Double, face: FaceLandmarks)?
    private var clock = -Double.infinity

    /// Processes one frame: the faces in it and its time, in seconds of any monotonic clock.
    mutating func see(_ faces: [FaceLandmarks], at time: Double) -> Step {
        if case .ended = stage { return .ended }
        guard time > clock else { return .advise(advice) }
        clock = time
        let start = start ?? time
        self.start = start
        guard time - start <= FaceLimits.patience else { return end(.over) }
        guard faces.count == 1, let measure = FaceMeasure(faces[0]) else {
            // Detectors lose a face for single frames, above all while the eyes close.
            if faces.count > 1 || time - (last?.time ?? -.infinity) > FaceLimits.gap { beginAnew() }
            return .advise(faces.count > 1 ? .onlyYou : .showFace)
        }
        let face = faces[0]
        if let fault = FaceLimits.fault(of: face) {
            beginAnew()
            return .advise(fault)
        }
        if let last, time - last.time > FaceLimits.gap || FaceLimits.isElsewhere(face, from: last.face) { beginAnew() }
        last = (time, face)
        return go(on: measure, at: time)
    }

    private mutating func go(on measure: FaceMeasure, at time: Double) -> Step {
        switch stage {
        case .rest(let seen): rest(seen, measure)
        case .smile(let rest, let frames): smile(rest, frames, measure)
        case .blink(let rest, let lids): blink(rest, lids, measure, time)
        case .ended: .ended
        }
    }

    private mutating func rest(_ seen: [FaceMeasure], _ measure: FaceMeasure) -> Step {
        guard min(measure.leftEye, measure.rightEye) >= FaceLimits.leastEyes else {
            stage = .rest([])
            return .advise(.holdStill)
        }
        let seen = seen + [measure]
        let mouths = seen.map(\.mouth)
        guard let least = mouths.min(), let most = mouths.max(), most <= least * FaceLimits.stillness else {
            stage = .rest([measure])
            return .advise(.holdStill)
        }
        guard seen.count >= FaceLimits.restFrames else {
            stage = .rest(seen)
            return .advise(.holdStill)
        }
        func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        let rest = Rest(eyes: middle(seen.map(\.eyes)), mouth: middle(mouths), lift: middle(seen.map(\.lift)))
        stage = .smile(rest, frames: 0)
        return .advise(.smile)
    }

    private mutating func smile(_ rest: Rest, _ frames: Int, _ measure: FaceMeasure) -> Step {
        let isSmile =
            measure.mouth >= rest.mouth * FaceLimits.smileWidth && measure.lift >= rest.lift + FaceLimits.smileLift
            && min(measure.leftEye, measure.rightEye) >= rest.eyes * FaceLimits.smilingEyes
        guard isSmile else {
            // A user who smiled from the start relaxes eventually: lower the baseline.
            let rest = Rest(
                eyes: rest.eyes, mouth: min(rest.mouth, measure.mouth), lift: min(rest.lift, measure.lift))
            stage = .smile(rest, frames: 0)
            return .advise(.smile)
        }
        guard frames + 1 >= FaceLimits.smileFrames else {
            stage = .smile(rest, frames: frames + 1)
            return .advise(.smile)
        }
        stage = .blink(rest, .unknown)
        return .takeSmile
    }

    private mutating func blink(_ rest: Rest, _ lids: Lids, _ measure: FaceMeasure, _ time: Double) -> Step {
        let (least, most) = (min(measure.leftEye, measure.rightEye), max(measure.leftEye, measure.rightEye))
        let areOpen = least >= rest.eyes * FaceLimits.open
        let areShut = most <= rest.eyes * FaceLimits.shut
        let isWink = least <= rest.eyes * FaceLimits.shut && most >= rest.eyes * FaceLimits.open
        var next = lids
        defer { if case .blink = stage { stage = .blink(rest, next) } }
        switch lids {
        case .unknown: if areOpen { next = .open }
        case .open:
            guard areShut else { break }
            next = .shut(since: time, frames: 1, least: most)
            return .takeBlink
        case .shut(let since, let frames, let deepest):
            if isWink || time - since > FaceLimits.blinkTime {
                next = .unknown
            } else if areOpen {
                if frames >= FaceLimits.blinkFrames { return end(.done) }
                next = .open
            } else if areShut {
                next = .shut(since: since, frames: frames + 1, least: min(deepest, most))
                if most < deepest { return .takeBlink }
            }
        }
        return .advise(.blink)
    }

    private var advice: FaceInstruction {
        switch stage {
        case .rest, .ended: .holdStill
        case .smile: .smile
        case .blink: .blink
        }
    }

    private mutating func beginAnew() { (stage, last) = (.rest([]), nil) }

    private mutating func end(_ step: Step) -> Step {
        stage = .ended
        return step
    }
}
