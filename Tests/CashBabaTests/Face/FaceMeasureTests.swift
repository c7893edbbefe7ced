import Foundation
import Testing

@testable import CashBaba

@Suite("Face measurements")
struct FaceMeasureTests {
    @Test(
        "measurements do not depend on size, tilt or mirroring",
        arguments: [
            FakeFace(lift: 0.05), FakeFace(lift: 0.05, scale: 7), FakeFace(lift: 0.05, tilt: 0.3),
            FakeFace(lift: 0.05, tilt: .pi), FakeFace(lift: 0.05, tilt: -1.2, isMirrored: true),
        ])
    func invariant(face: FakeFace) throws {
        let measure = try #require(FaceMeasure(face.landmarks))
        for (found, expected) in [
            (measure.leftEye, 0.3), (measure.rightEye, 0.3), (measure.mouth, 0.9), (measure.lift, 0.05),
        ] { #expect(abs(found - expected) < 0.005, "\(measure)") }
    }

    @Test("each eye is measured separately, and a shut eye has no height")
    func eyes() throws {
        let wink = try #require(FaceMeasure(FakeFace(eyes: 0.35, leftEye: 0).landmarks))
        #expect(abs(wink.rightEye - 0.35) < 0.005 && wink.leftEye < 0.005)
    }

    @Test("landmarks that do not form a face are refused")
    func none() {
        func broken(_ change: (inout FaceLandmarks) -> Void) -> FaceMeasure? {
            var face = FakeFace.rest.landmarks
            change(&face)
            return FaceMeasure(face)
        }
        #expect(broken { _ in } != nil)
        #expect(broken { $0.leftEye = [] } == nil)
        #expect(broken { $0.rightEye.removeLast(5) } == nil)
        #expect(broken { $0.rightEye.removeLast(4) } != nil)
        #expect(broken { $0.lips.removeLast(7) } == nil)
        #expect(broken { $0.lips[3].x = .nan } == nil)
        #expect(broken { $0.leftEye[0].y = .infinity } == nil)
        #expect(broken { face in face.leftEye = face.leftEye.map { _ in face.leftEye[0] } } == nil)
        #expect(broken { face in face.lips = face.lips.map { _ in face.lips[0] } } == nil)
        #expect(broken { $0.leftEye = $0.rightEye } == nil)
    }
}
