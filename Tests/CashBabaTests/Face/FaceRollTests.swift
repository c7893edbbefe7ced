import Foundation
import Testing

@testable import CashBaba

@Suite("Pictures of a camera sequence")
struct FaceRollTests {
    /// Plays a video of a smile and a blink. Each frame's picture is a PNG that ends with the frame's number.
    private func film(
        picture: (UInt8) -> Data? = { Data(TestWallet.smile) + [$0] }
    ) -> (news: [FaceCameraEvent], asked: [UInt8], roll: FaceRoll) {
        var roll = FaceRoll()
        var (news, asked): ([FaceCameraEvent], [UInt8]) = ([], [])
        let faces =
            [FakeFace](repeating: .rest, count: 6) + [FakeFace](repeating: .smile, count: 3)
            + [.rest, FakeFace(eyes: 0.15), FakeFace(eyes: 0.05), FakeFace(eyes: 0.1), .rest]
        for (index, face) in faces.enumerated() {
            let number = UInt8(index)
            let told = roll.see([face.landmarks], at: Double(index) * 0.05) {
                asked.append(number)
                return picture(number)
            }
            if let told { news.append(told) }
        }
        return (news, asked, roll)
    }

    @Test("only the third smile frame and the frame with the eyes most shut are captured")
    func kept() throws {
        let (news, asked, roll) = film()
        guard case .pictures(let pictures) = news.last else {
            Issue.record("no pictures")
            return
        }
        #expect(pictures.smile?.last == 8 && pictures.blink?.last == 11)
        #expect(asked == [8, 10, 11] && news.count == 14)
        var later = roll
        #expect(later.see([FakeFace.rest.landmarks], at: 10, picture: { nil }) == nil)
    }

    @Test("a picture that cannot be made, or is invalid or too large, restarts the check")
    func unmade() {
        for picture: (UInt8) -> Data? in [
            { $0 == 8 ? nil : Data(TestWallet.smile) }, { _ in Data("GIF89a".utf8) },
            { _ in Data(TestWallet.smile) + Data(count: FaceImage.limit) }, { $0 > 8 ? nil : Data(TestWallet.smile) },
        ] {
            let (news, _, _) = film(picture: picture)
            #expect(!news.contains { if case .pictures = $0 { true } else { false } })
            guard case .advice(.holdStill) = news.last else {
                Issue.record("goes on")
                continue
            }
        }
    }

    @Test("another person's blink does not count, and no picture remains at the end")
    func begunAnew() {
        let first =
            [FakeFace](repeating: .rest, count: 6) + [FakeFace](repeating: .smile, count: 3)
            + [.rest, FakeFace(eyes: 0.05)]
        var roll = FaceRoll()
        var isSecond = false
        func see(_ faces: [FakeFace], from start: Double) -> FaceCameraEvent? {
            var last: FaceCameraEvent?
            for (index, face) in faces.enumerated() {
                // No picture of the second person's blink can be taken.
                last = roll.see([face.landmarks], at: start + Double(index) * 0.05) {
                    isSecond && index > 8 ? nil : Data(TestWallet.smile)
                }
            }
            return last
        }
        _ = see(first, from: 0)
        #expect(roll.smile != nil && roll.blink != nil)
        // Longer than the allowed absence of a face.
        isSecond = true
        let end = see(first + [FakeFace(eyes: 0.1), .rest], from: 5)
        guard case .advice(.holdStill) = end else {
            Issue.record("\(String(describing: end)) of two persons' pictures")
            return
        }
        _ = see(first, from: 10)
        #expect(roll.smile != nil)
        guard case .over = roll.see([], at: 10_000, picture: { nil }) else {
            Issue.record("goes on")
            return
        }
        #expect(roll.smile == nil && roll.blink == nil)
    }

    @Test("wiped pictures are gone")
    func wiped() throws {
        let pictures = try FacePictures(smile: Data(TestWallet.smile), blink: Data(TestWallet.blink))
        pictures.wipe()
        #expect(pictures.smile == nil && pictures.blink == nil)
    }
}
