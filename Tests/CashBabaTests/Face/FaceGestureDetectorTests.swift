import Foundation
import Testing

@testable import CashBaba

@Suite("Smile and blink detection")
struct FaceGestureDetectorTests {
    /// A video at 20 frames a second, with the detector's step for each frame.
    private struct Film {
        var watch = FaceGestureDetector()
        var time = 0.0
        var said: [FaceGestureDetector.Step] = []

        mutating func show(_ face: FakeFace?, _ frames: Int = 1) { show(face.map { [$0] } ?? [], frames) }

        mutating func show(_ faces: [FakeFace], _ frames: Int) {
            for _ in 0..<frames {
                time += 0.05
                said.append(watch.see(faces.map(\.landmarks), at: time))
            }
        }

        var last: FaceGestureDetector.Step? { said.last }
        func count(_ step: FaceGestureDetector.Step) -> Int { said.count { $0 == step } }

        static var atRest: Film {
            var film = Film()
            film.show(.rest, FaceLimits.restFrames)
            return film
        }

        static var afterSmile: Film {
            var film = atRest
            film.show(.smile, FaceLimits.smileFrames)
            return film
        }
    }

    @Test("a resting face, a smile and a blink give two pictures, the second with the eyes most shut")
    func whole() {
        var film = Film()
        film.show(.rest, 5)
        #expect(film.count(.advise(.holdStill)) == 5)
        film.show(.rest)
        #expect(film.last == .advise(.smile))
        film.show(.smile, 2)
        #expect(film.last == .advise(.smile))
        film.show(.smile)
        #expect(film.last == .takeSmile)
        film.show(.rest, 3)
        #expect(film.last == .advise(.blink))
        film.show(FakeFace(eyes: 0.15))
        #expect(film.last == .takeBlink)
        film.show(FakeFace(eyes: 0.05))
        #expect(film.last == .takeBlink)
        film.show(FakeFace(eyes: 0.12))
        #expect(film.last == .advise(.blink))
        film.show(.rest)
        #expect(film.last == .done)
        film.show(nil)
        #expect(film.last == .ended)
    }

    @Test("five resting frames, a moving mouth or closing eyes do not count as rest")
    func rest() {
        for disturbance in [FakeFace(mouth: 1.0), FakeFace(eyes: 0.14), FakeFace(eyes: 0.3, leftEye: 0.1)] {
            var film = Film()
            film.show(.rest, 5)
            film.show(disturbance)
            film.show(.rest, 4)
            #expect(film.last == .advise(.holdStill), "\(disturbance)")
        }
    }

    @Test(
        "a near smile is not a smile",
        arguments: [
            // Not wide enough, corners too low, eyes shut, pursed.
            FakeFace(mouth: 0.9 * 1.11, lift: 0.08), FakeFace(mouth: 1.08, lift: 0.029),
            FakeFace(eyes: 0.17, mouth: 1.08, lift: 0.08), FakeFace(eyes: 0.3, leftEye: 0.1, mouth: 1.08, lift: 0.08),
            FakeFace(mouth: 0.7, lift: 0.08),
        ])
    func noSmile(face: FakeFace) {
        var film = Film.atRest
        film.show(face, 10)
        #expect(film.count(.takeSmile) == 0)
        film.show(.smile, 3)
        #expect(film.last == .takeSmile)
    }

    @Test("two frames are not a smile, and do not add up across a pause")
    func shortSmile() {
        var film = Film.atRest
        for _ in 0..<4 {
            film.show(.smile, 2)
            film.show(.rest)
        }
        #expect(film.count(.takeSmile) == 0)
    }

    @Test("a face that smiles from the start is at rest once it stops")
    func smilingFromTheStart() {
        var film = Film()
        film.show(.smile, 20)
        #expect(film.count(.takeSmile) == 0)
        film.show(.rest, 2)
        film.show(.smile, 3)
        #expect(film.last == .takeSmile)
    }

    @Test("half-shut eyes, a wink, a single frame and eyes that stay shut are not a blink")
    func noBlink() {
        let films: [(String, [(FakeFace, Int)])] = [
            ("half", [(FakeFace(eyes: 0.17), 4)]), ("wink", [(FakeFace(eyes: 0.3, leftEye: 0.05), 4)]),
            ("one frame", [(.shut, 1)]), ("long", [(.shut, 22)]),
            ("turns into a wink", [(.shut, 2), (FakeFace(eyes: 0.3, leftEye: 0.05), 1)]),
        ]
        for (name, faces) in films {
            var film = Film.afterSmile
            film.show(.rest, 2)
            for (face, frames) in faces { film.show(face, frames) }
            film.show(.rest)
            #expect(film.count(.done) == 0, "\(name)")
            // A valid gesture still counts afterwards.
            film.show(.rest)
            film.show(.shut, 2)
            film.show(.rest)
            #expect(film.last == .done, "\(name)")
        }
    }

    @Test("eyes shut from the start, as in a photograph, are not a blink")
    func photograph() {
        var film = Film.afterSmile
        film.show(.shut, 100)
        #expect(film.count(.takeBlink) == 0 && film.count(.done) == 0)
    }

    @Test("a second, exchanged or returning face restarts the check, so both pictures are of one person")
    func others() {
        let elsewhere = FakeFace(middle: .init(x: 0.8, y: 0.6))
        var together = Film.afterSmile
        together.show([.rest, elsewhere], 1)
        #expect(together.last == .advise(.onlyYou))
        var swapped = Film.afterSmile
        swapped.show(elsewhere)
        var away = Film.afterSmile
        away.show(nil, 9)
        #expect(away.last == .advise(.showFace))
        for var film in [together, swapped, away] {
            film.show(.rest, 2)
            film.show(.shut, 3)
            film.show(.rest)
            #expect(film.count(.done) == 0 && film.last == .advise(.holdStill))
        }
        // A detector may lose a face briefly, and a face may move slightly.
        var flicker = Film.afterSmile
        flicker.show(.rest)
        flicker.show(.shut, 2)
        flicker.show(nil, 3)
        flicker.show(FakeFace(eyes: 0.1, middle: .init(x: 0.6, y: 0.6)))
        flicker.show(FakeFace(middle: .init(x: 0.7, y: 0.6)))
        #expect(flicker.last == .done)
    }

    @Test("a gap between frames restarts the check, and frames with an earlier time are dropped")
    func gaps() {
        var film = Film.afterSmile
        film.time += 0.4
        film.show(.rest)
        #expect(film.last == .advise(.holdStill))
        var back = Film.afterSmile
        back.show(.rest)
        back.time -= 1
        back.show(.shut, 5)
        #expect(back.count(.takeBlink) == 0 && back.last == .advise(.blink))
    }

    @Test(
        "a face that is too small or turned away gets an instruction, at the exact limits",
        arguments: [
            (FakeFace(width: 0.25), nil), (FakeFace(width: 0.249), FaceGestureDetector.FaceInstruction.comeCloser),
            (FakeFace(width: .nan), .comeCloser), (FakeFace(turn: 0.35), nil), (FakeFace(turn: -0.36), .lookStraight),
            (FakeFace(turn: .nan), .lookStraight),
        ])
    func limits(face: FakeFace, advice: FaceGestureDetector.FaceInstruction?) {
        var film = Film()
        film.show(face)
        #expect(film.last == .advise(advice ?? .holdStill))
    }

    @Test("the check ends after a minute, whatever was seen")
    func patience() {
        var film = Film()
        film.show(nil, 1_200)
        #expect(film.last == .advise(.showFace))
        film.show(.rest, 2)
        #expect(film.last == .over)
        film.show(.rest, 30)
        #expect(film.last == .ended && film.count(.over) == 1)
    }
}
