import JourneyBase
import JourneyTesting
import Testing

@Suite("W3C trace context")
struct TraceContextTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(
        "a sound traceparent is read",
        arguments: [
            ("00-\(trace)-\(span)-01", true), ("00-\(trace)-\(span)-00", false), ("00-\(trace)-\(span)-03", true),
            ("00-\(trace)-\(span)-02", false), ("cc-\(trace)-\(span)-01", true), ("01-\(trace)-\(span)-01-what", true),
            ("fe-\(trace)-\(span)-01-", true), ("00-00000000000000000000000000000001-\(span)-01", true),
            ("00-\(trace)-0000000000000001-ff", true),
        ])
    func sound(text: String, isSampled: Bool) throws {
        let context = try #require(TraceContext(text))
        #expect(context.isSampled == isSampled)
        #expect(text.contains("\(context.traceID)"))
        #expect(text.contains("\(context.spanID)"))
        #expect(TraceContext(context.traceparent) == context)
    }

    @Test(
        "its neighbours are refused",
        arguments: [
            "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-011",
            "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-what", "00-\(trace)-\(span)-01.",
            "ff-\(trace)-\(span)-01",
            "0-\(trace)-\(span)-01", "000-\(trace)-\(span)-01", " 00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01 ",
            "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-\(span)-01", "00-\(trace)-B7AD6B7169203331-01",
            "00-\(trace)-\(span)-0A",
            "CC-\(trace)-\(span)-01", "00-\(trace.dropLast())-\(span)-01", "00-\(trace)0-\(span)-01",
            "00-\(trace)-\(span.dropLast())-01", "00-\(trace)_\(span)-01", "00\(trace)-\(span)-01-",
            "00-\(trace.dropLast())g-\(span)-01", "00-\(trace)-\(span)-0g", "0x-\(trace)-\(span)-01",
            "01-\(trace)-\(span)-01what", "00-\(trace.dropLast())é\(span)-01", "00-\(trace)-\(span)-0\u{0}",
        ])
    func neighbours(text: String) { #expect(TraceContext(text) == nil) }

    @Test("fresh ids are sound")
    func fresh() {
        let surroundings = Surroundings.fixed()
        let context = TraceContext(
            traceID: .random(surroundings), spanID: .random(surroundings), isSampled: true)
        #expect(TraceContext(context.traceparent) == context)
        #expect(SpanID.random(surroundings) != context.spanID)
    }
}
