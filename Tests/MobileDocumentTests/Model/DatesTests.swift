import Foundation
import JourneyCBOR
import MobileDocument
import Testing

@Suite("Dates in documents") struct DatesTests {
    private func item(_ value: CBORValue) throws -> CBORItem { try CBORReader.item(in: value.encoded[...]) }

    @Test("a time is UTC to the second under tag 0 and round-trips")
    func moments() throws {
        let item = try item(.tagged(0, "2020-10-01T13:30:02Z"))
        #expect(item.time == Date(timeIntervalSince1970: 1_601_559_002))
        #expect(CBORValue.time(Date(timeIntervalSince1970: 1_601_559_002)) == .tagged(0, "2020-10-01T13:30:02Z"))
        #expect(CBORValue.time(Date(timeIntervalSince1970: 0.9)) == .tagged(0, "1970-01-01T00:00:00Z"))
        #expect(CBORValue.time(Date(timeIntervalSince1970: 1e12)) == nil)
    }

    @Test(
        "a time of another form is refused",
        arguments: [
            "2020-10-01T13:30:02.0Z", "2020-10-01T13:30:02+00:00", "2020-10-01 13:30:02Z", "2020-10-01T13:30:02z",
            "2020-02-30T13:30:02Z", "2020-10-01T24:00:00Z", "2020-10-01T13:30:60Z", "2020-10-01", "",
            "२०२०-10-01T13:30:02Z",
        ])
    func noMoment(_ text: String) throws {
        #expect(try item(.tagged(0, .text(text))).time == nil)
    }

    @Test("a time under another tag, or none, is refused")
    func wrongTag() throws {
        #expect(try item(.tagged(1, "2020-10-01T13:30:02Z")).time == nil)
        #expect(try item("2020-10-01T13:30:02Z").time == nil)
        #expect(try item(.tagged(0, 1_601_559_002)).time == nil)
    }

    @Test("a full date is a calendar date under tag 1004")
    func days() throws {
        let day = try #require(try item(.tagged(1_004, "2000-02-29")).fullDate)
        #expect("\(day)" == "2000-02-29" && day.cbor == .tagged(1_004, "2000-02-29"))
        #expect(try #require(FullDate("1999-12-31")) < day)
        for text in ["1900-02-29", "2000-13-01", "2000-00-10", "2000-1-1", "2000-01-01T", "+200-01-01"] {
            #expect(FullDate(text) == nil, "\(text)")
        }
        #expect(try item(.tagged(0, "2000-02-29")).fullDate == nil)
    }
}
