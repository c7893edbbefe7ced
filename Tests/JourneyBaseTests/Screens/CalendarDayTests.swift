import JourneyBase
import Testing

/// The days that people type and that services get.
struct CalendarDayTests {
    @Test(
        "a day is read in each language's notation and sent in one format",
        arguments: [
            "1990-02-28", "১৯৯০-০২-২৮", "28 February 1990", "28 february 1990", "২৮ ফেব্রুয়ারি ১৯৯০", "28  February\t1990",
            "٢٨ فبراير ١٩٩٠", "٢٨ فبراير ١٩٩٠ م", "28 فبراير 1990", "١٩٩٠-٠٢-٢٨", "\u{2068}١٩٩٠-٠٢-٢٨\u{2069}",
        ])
    func dates(text: String) throws {
        let date = try #require(CalendarDay(typed: text))
        #expect(date.text == "1990-02-28" && date == CalendarDay.example)
        #expect(date.spelled(in: .english) == "28 February 1990" && date.spelled(in: .bengali) == "২৮ ফেব্রুয়ারি ১৯৯০")
        #expect(date.spelled(in: .arabic) == "٢٨ فبراير ١٩٩٠")
    }

    @Test(
        "an invalid date is refused",
        arguments: [
            "", "28/02/1990", "1990-2-28", "29 February 1990", "31 April 1990", "0 May 1990", "28 Februar 1990",
            "28 February 90", "28 02 1990", "1899-12-31", "28 February 1990 x", "1990-02-30", "-1 May 1990",
            "٢٨ شعبان ١٤١٠",
            "٢٨ فبراير ١٩٩٠ هـ", "م ٢٨ فبراير ١٩٩٠", "٢٨ فبراير م",
        ])
    func badDates(text: String) { #expect(CalendarDay(typed: text) == nil) }

    @Test(
        "a day is read in parts, in the digits of any script",
        arguments: [
            ("28", "2", "1990", "1990-02-28"), ("28", "02", "1990", "1990-02-28"), (" 28 ", "2", "1990", "1990-02-28"),
            ("২৮", "২", "১৯৯০", "1990-02-28"), ("٢٨", "٢", "١٩٩٠", "1990-02-28"), ("29", "2", "2028", "2028-02-29"),
            ("29", "2", "2027", nil), ("0", "2", "1990", nil), ("28", "13", "1990", nil), ("28", "2", "90", nil),
            ("28", "2", "", nil), ("028", "2", "1990", nil), ("2 8", "2", "1990", nil), ("-8", "2", "1990", nil),
            ("28", "Feb", "1990", nil), ("28", "2", "19900", nil),
        ] as [(String, String, String, String?)])
    func parts(day: String, month: String, year: String, expected: String?) {
        let date = CalendarDay(typed: [.day: day, .month: month, .year: year])
        #expect(date?.text == expected)
        if let date {
            let typed = Dictionary(
                CalendarDay.Part.allCases.map { ($0, date.typed($0)) }, uniquingKeysWith: { first, _ in first })
            #expect(CalendarDay(typed: typed) == date)
        }
    }

    @Test("every month of each language is parsed from its spelling")
    func months() throws {
        for month in 1...12 {
            let date = try #require(CalendarDay("2001-\(month < 10 ? "0" : "")\(month)-09"))
            for language in Language.allCases {
                #expect(CalendarDay(typed: date.spelled(in: language)) == date)
            }
            let typed = date.spelled(in: .arabic).replacing("أ", with: "ا")
            #expect(CalendarDay(typed: typed) == date, "as it is typed, without the hamza")
        }
    }
}
