import JourneyBase
import JourneyLanguage

extension FuzzTarget {
    /// An OpenAPI bundle and the arguments of a call, as one JSON object. A bundle that loads is called, and no argument changes
    /// the call's destination or another header.
    static let openAPI = FuzzTarget(
        "openapi",
        seeds: [
            seed(#"{"name":"p","in":"path","required":true,"style":"label","schema":{"type":"string"}}"#, #""a/../b""#),
            seed(
                #"{"name":"p","in":"path","required":true,"style":"matrix","schema":{"type":"array"}}"#, #"["a","b"]"#),
            seed(
                ##"""
                {"name":"p","in":"path","required":true,"schema":{}},
                {"name":"f","in":"query","style":"deepObject","schema":{"type":"object"}},
                {"name":"X-H","in":"header","schema":{"$ref":"#/components/schemas/T"}},
                {"name":"c","in":"cookie","schema":{}}
                """##, ##""1","f":{"a":"b&c"},"X-H":"a\r\nHost: x","c":"a;b","body":{}"##),
        ]
    ) { input in
        let limits = JSONLimits(bytes: 65_536, depth: 64)
        guard let whole = try? JSONReader.read(input, limits: limits), let document = whole["document"] else { return }
        _ = Lint.check(manifest, openAPI: document.compactBytes)
        guard let arguments = whole["arguments"]?.object,
            let operation = try? Operation.resolving("op", in: document.compactBytes, allowing: base),
            let request = try? operation.request(arguments: arguments, headers: ["X-Channel": "partner"])
        else { return }
        promise(request.url.origin == base.origin, "no argument chooses the host")
        promise(request.headers.areSafe, "no argument ends a header's line")
        promise(HTTPSURL(request.url.description) == request.url, "an address has one spelling")
        for name in ["Host", "Authorization", "X-Idempotency-Key", "traceparent", "Content-Length"] {
            promise(request.headers[name] == nil, "what the engine owns is not set by arguments")
        }
        promise(
            (try? operation.request(arguments: arguments, headers: ["X-Channel": "partner"]))?.body == request.body,
            "the same call is the same bytes")
    }

    private static let base = Fixed.made { () throws(Missing) in
        guard let url = HTTPSURL("https://bank.example/openapi.json") else { throw Missing() }
        return url
    }

    private struct Missing: Error {}

    private static let manifest = Array(
        #"""
        {"manifestVersion":"1.1","minSdk":"1.0.0","journeyId":"j","oapiBundle":"https://bank.example/openapi.json",
         "startStep":"s","headers":{},"security":{"allowedOrigins":["https://bank.example"],"pinning":false,
         "requireHandshake":true},"steps":{"s":{"type":"server","bindings":[{"onEvent":"enter",
         "call":{"operationId":"op","argsFrom":"a"},"onSuccessEmit":"ok"}],"on":{"ok":{"to":"e"}}},
         "e":{"type":"terminal"}}}
        """#.utf8)

    private static func seed(_ parameters: String, _ value: String) -> String {
        """
        {"document":{"openapi":"3.1.0","servers":[{"url":"/api"}],"paths":{"/a/{p}":{"post":{"operationId":"op",\
        "parameters":[\(parameters)],"requestBody":{"content":{"application/x-www-form-urlencoded":{"schema":\
        {"type":"object","additionalProperties":true}}}},"responses":{"2XX":{"description":""}}}}},\
        "components":{"schemas":{"T":{"type":"string","maxLength":40}}}},"arguments":{"p":\(value)}}
        """
    }
}
