/// Finds a smile and then a blink in a live picture, frame by frame: a value that knows no camera.
///
/// It learns the face at rest first, because faces differ more than a smile changes one. Then the mouth has to widen and its
/// corners to rise, for a few frames; then both eyes have to shut and open again, as a photograph's do not. Whenever the face
/// is lost, is not alone, or another takes its place, all begins anew: both pictures are of one person.
///
/// It makes cheating harder and no more: a film of a person who smiles and blinks passes.
struct FaceGestureDetector: Sendable {
    /// What the person is asked to do.
    enum FaceInstruction: Hashable, Sendable, CaseIterable {
        case showFace, onlyYou, comeCloser, lookStraight, holdStill, smile, blink
    }

    /// What a frame means.
    enum Step: Hashable, Sendable {
        /// Nothing yet.
        case advise(FaceInstruction)
        /// This frame is the picture of the smile.
        case takeSmile
        /// This frame is the picture with the eyes shut, in place of one that was taken before.
        case takeBlink
        /// Both pictures are taken.
        case done
        /// It took too long.
        case over
        /// It was done or over before.
        case ended
    }

    private enum Stage: Sendable {
        case rest([FaceMeasure])
        case smile(Rest, frames: Int)
        case blink(Rest, Lids)
        case ended
    }

    private enum Lids: Sendable {
        /// They have to open first.
        case unknown
        case open
        case shut(since: Double, frames: Int, least: Double)
    }

    /// The face at rest.
    private struct Rest: Sendable {
        var eyes: Double
        var mouth: Double
        var lift: Double
    }

    private var stage = Stage.rest([])
    private var start: Double?
    /// When a usable face was seen last, and where.
    private var last: (time: Double, face: FaceLandmarks)?
    private var clock = -Double.infinity

    /// One frame: the faces in it, and when it was taken, in seconds of any clock that does not go back.
    mutating func see(_ faces: [FaceLandmarks], at time: Double) -> Step {
        if case .ended = stage { return .ended }
        guard time > clock else { return .advise(advice) }
        clock = time
        let start = start ?? time
        self.start = start
        guard time - start <= FaceLimits.patience else { return end(.over) }
        guard faces.count == 1, let measure = FaceMeasure(faces[0]) else {
            // A detector loses a face for a frame now and then, above all while its eyes shut.
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
            // Who smiled from the start relaxes at some time.
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
