import JourneyBase
import Testing

@testable import JourneyScreensTool

@Suite("Accepted pictures")
struct AcceptedPicturesTests {
    private let usual = PictureVariant(mode: .light, textPercent: 100, width: 390)
    private let dark = PictureVariant(mode: .dark, textPercent: 100, width: 390)

    private func pictures(_ hashes: [(String, PictureVariant, String)]) -> AcceptedPictures {
        var pictures = AcceptedPictures()
        for (screen, variant, hash) in hashes { pictures.set(hash, screen: screen, variant: variant) }
        return pictures
    }

    @Test("the same pictures have no differences, also after they were written and read")
    func same() {
        let drawn = pictures([("card-01-card-code-en", usual, "0a"), ("card-01-card-code-en", dark, "0b")])
        let accepted = AcceptedPictures(drawn.text(head: "Accepted."))
        #expect(accepted.hash(of: "card-01-card-code-en", dark) == "0b")
        #expect(drawn.differences(from: accepted).lines == [])
    }

    @Test("a changed, a new and a missing picture are named, each once")
    func differences() {
        let accepted = pictures([
            ("a-en", usual, "01"), ("a-en", dark, "02"), ("b-en", usual, "03"), ("b-bn", usual, "04"),
        ])
        let drawn = pictures([("a-en", usual, "01"), ("a-en", dark, "ff"), ("c-en", usual, "05")])
        #expect(
            drawn.differences(from: accepted).lines == [
                "changed: a-en-dark-100-390", "new: c-en-light-100-390", "missing: b-bn-light-100-390",
                "missing: b-en-light-100-390",
            ])
    }

    @Test("only what should have been drawn is missing; what was drawn is compared all the same")
    func wanted() {
        let accepted = pictures([("a-en", usual, "01"), ("a-en", dark, "02"), ("a-bn", usual, "03")])
        let drawn = pictures([("a-en", usual, "09")])
        let found = drawn.differences(from: accepted) { $0.hasSuffix("-en") }
        #expect(found.changed == ["a-en-light-100-390"] && found.missing == ["a-en-dark-100-390"] && found.new == [])
        #expect(
            drawn.differences(from: accepted) { _ in false }.lines == [
                "changed: a-en-light-100-390", "missing: a-en-dark-100-390",
            ])
    }

    @Test("one bit of a picture changes its hash; a line with too few hashes is left out")
    func hashes() {
        #expect(AcceptedPictures.hash([1, 2, 3]) != AcceptedPictures.hash([1, 2, 2]))
        #expect(AcceptedPictures.hash([1, 2, 3]).count == 8)
        #expect(AcceptedPictures("# head\na-en 01 02\n").hash(of: "a-en", usual) == nil)
    }

    @Test("each variant has a name of its own, and the largest text is drawn on the small phone")
    func variants() {
        let names = PictureVariant.all.map(\.name)
        #expect(names.count == 14 && Set(names).count == 14)
        #expect(names.filter { $0.contains("310") } == ["light-310-320", "dark-310-320"])
    }
}
