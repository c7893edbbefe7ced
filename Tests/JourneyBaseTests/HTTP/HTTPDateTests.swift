import Foundation
import JourneyBase
import Testing

@Suite("HTTP dates and Retry-After")
struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)  // 15 January 2027, 08:00:00

    @Test(
        "the three forms of RFC 9110 give one date",
        arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func forms(text: String) {
        #expect(HTTPDate.moment(text, now: now) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "leap days, year ends and leap seconds are handled",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
            ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Fri, 15 Jan 2027 08:00:00 GMT", 1_800_000_000),
            ("Thu Nov 10 08:49:37 1994", 784_457_377),
        ])
    func moments(text: String, seconds: Double) {
        #expect(HTTPDate.moment(text, now: now) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "a date is formatted in the first form and round-trips",
        arguments: [
            (784_111_777.0, "Sun, 06 Nov 1994 08:49:37 GMT"), (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (946_684_799, "Fri, 31 Dec 1999 23:59:59 GMT"), (1_800_000_000, "Fri, 15 Jan 2027 08:00:00 GMT"),
        ])
    func sent(seconds: Double, text: String) {
        #expect(HTTPDate.text(Date(timeIntervalSince1970: seconds)) == text)
        #expect(HTTPDate.moment(text, now: now) == Date(timeIntervalSince1970: seconds.rounded(.down)))
    }

    @Test("a two-digit year is at most fifty years ahead")
    func centuries() {
        for (digits, year) in [("27", 2027), ("77", 2077), ("78", 1978), ("00", 2000), ("99", 1999)] {
            let date = HTTPDate.moment("Sunday, 01-Jan-\(digits) 00:00:00 GMT", now: now)
            #expect(date == HTTPDate.moment("Sun, 01 Jan \(year) 00:00:00 GMT", now: now) && date != nil)
        }
    }

    @Test(
        "near misses are not dates",
        arguments: [
            "", "now", "Sun, 6 Nov 1994 08:49:37 GMT", "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994  08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 94", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06 Nov ١٩٩٤ 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, +6 Nov 1994 08:49:37 GMT",
        ])
    func nearMisses(text: String) { #expect(HTTPDate.moment(text, now: now) == nil) }

    @Test(
        "Retry-After is seconds or a date, which counts from the server's own Date if given",
        arguments: [
            ("3", nil, 3), ("0", nil, 0), ("999999999", nil, 999_999_999), ("1000000000000", nil, nil),
            ("-1", nil, nil),
            ("1.5", nil, nil), ("", nil, nil), ("١", nil, nil),
            ("Fri, 15 Jan 2027 08:00:07 GMT", nil, 7), ("Friday, 15-Jan-27 08:00:07 GMT", nil, 7),
            ("Fri Jan 15 08:00:07 2027", nil, 7), ("Fri, 15 Jan 2027 07:59:00 GMT", nil, 0),
            ("Wed, 21 Oct 2026 07:28:05 GMT", "Wed, 21 Oct 2026 07:28:00 GMT", 5),
            ("Fri, 15 Jan 2027 08:00:07 GMT", "yesterday", 7), ("Fri, 15 Jan 2027 08:00:07", nil, nil),
        ] as [(String, String?, Int?)])
    func retryAfter(text: String, date: String?, seconds: Int?) {
        var response = HTTPResponse(status: 429, headers: ["Retry-After": text])
        response.headers["Date"] = date
        #expect(response.headers.retryAfter(now: now) == seconds.map { .seconds($0) })
    }
}
