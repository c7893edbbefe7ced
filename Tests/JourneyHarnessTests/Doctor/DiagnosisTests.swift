import JourneyBase
import JourneyCLI
import JourneyHarness
import Testing

@Suite("Doctor findings")
struct DiagnosisTests {
    @Test("a finding has one line, and a second one for advice")
    func text() {
        let plain = Style(isColored: false)
        #expect(Diagnosis("disk", .good, "9 GB free").text(style: plain, column: 6) == "ok    disk    9 GB free")
        #expect(
            Diagnosis("disk", .bad, "full", advice: "Make room.").text(style: plain, column: 6)
                == "bad   disk    full\n              Make room.")
    }

    @Test("JSON output has every member, with advice null if there is none")
    func json() {
        #expect(
            Diagnosis("disk", .note, "low").json
                == ["name": "disk", "grade": "note", "detail": "low", "advice": nil])
    }
}
