import JourneyBase
import JourneyTesting
import Testing

@Suite("W3C trace context")
struct TraceContextTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(
        "a valid traceparent is parsed",
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
        "an invalid traceparent is refused",
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

    @Test("a request's context is its one traceparent and all its tracestates")
    func headers() throws {
        let parent = "00-\(Self.trace)-\(Self.span)-01"
        var headers: HTTPFields = ["Traceparent": parent]
        headers.add("tracestate", "a=1")
        headers.add("TraceState", "b=2")
        let context = try #require(TraceContext(headers))
        #expect(context.state.description == "a=1,b=2")
        headers.add("traceparent", parent)
        #expect(TraceContext(headers) == nil)
        #expect(TraceContext([:] as HTTPFields) == nil)
        var sent: HTTPFields = ["traceparent": "old", "tracestate": "old"]
        context.put(in: &sent)
        #expect(sent == ["traceparent": parent, "tracestate": "a=1,b=2"])
        TraceContext(traceID: context.traceID, spanID: context.spanID, isSampled: false).put(in: &sent)
        #expect(sent["tracestate"] == nil)
        #expect(sent["traceparent"]?.hasSuffix("-00") == true)
    }

    @Test(
        "a valid tracestate is parsed",
        arguments: [
            ("", ""), ("a=1", "a=1"), ("a=1,b=2", "a=1,b=2"), ("a=1 , b=2", "a=1,b=2"), ("a=1,,b=2,", "a=1,b=2"),
            ("a=1,\t b=2", "a=1,b=2"), ("a_-*/9=x", "a_-*/9=x"), ("9t@s=x", "9t@s=x"), ("a= 1", "a= 1"),
            ("a=1!~", "a=1!~"),
            (String(repeating: "k", count: 256) + "=" + String(repeating: "v", count: 255), nil),
            ((0..<32).map { "k\($0)=v" }.joined(separator: ","), nil),
        ])
    func states(text: String, written: String?) throws {
        #expect(try #require(TraceState(text)).description == written ?? text)
    }

    @Test(
        "an invalid tracestate is dropped, and the trace continues",
        arguments: [
            "a", "=1", "a=", "A=1", "9=1", "a=1,a=2", "a=1=2", "a b=1", "a=é", "a=\u{1}", "a@=1", "@b=1", "a@9=1",
            "a@b@c=1",
            "a@bbbbbbbbbbbbbbb=1", "a\u{0}=1", String(repeating: "k", count: 257) + "=1",
            "a=" + String(repeating: "v", count: 257), (0..<33).map { "k\($0)=v" }.joined(separator: ","),
            String(repeating: ",", count: 513),
        ])
    func stateNeighbours(text: String) throws {
        #expect(TraceState(text) == nil)
        let context = try #require(TraceContext("00-\(Self.trace)-\(Self.span)-01", state: text))
        #expect(context.state.isEmpty)
    }

    @Test("generated IDs are valid")
    func fresh() {
        let dependencies = Dependencies.fixed()
        let context = TraceContext(
            traceID: .random(dependencies), spanID: .random(dependencies), isSampled: true)
        #expect(TraceContext(context.traceparent) == context)
        #expect(context.from(.random(dependencies)).spanID != context.spanID)
    }
}
