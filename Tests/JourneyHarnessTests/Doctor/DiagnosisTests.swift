import JourneyBase
import JourneyCLI
import JourneyHarness
import Testing

@Suite("A doctor's findings")
struct DiagnosisTests {
    @Test("a line for what was found, and a second one for what to do")
    func text() {
        let plain = Style(isColored: false)
        #expect(Diagnosis("disk", .good, "9 GB free").text(style: plain, column: 6) == "ok    disk    9 GB free")
        #expect(
            Diagnosis("disk", .bad, "full", advice: "Make room.").text(style: plain, column: 6)
                == "bad   disk    full\n              Make room.")
    }

    @Test("as JSON every member is there, advice as null when there is none")
    func json() {
        #expect(
            Diagnosis("disk", .note, "low").json
                == ["name": "disk", "grade": "note", "detail": "low", "advice": nil])
    }
}
