import JourneyBase
import Testing

@Suite("Relative references")
struct HTTPSURLReferenceTests {
    @Test(
        "the references of RFC 3986, section 5.4 resolve as listed",
        arguments: [
            ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
            ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"), (";x", "/b/c/;x"),
            ("g;x", "/b/c/g;x"), ("g;x?y#s", "/b/c/g;x?y"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"),
            ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"), ("../../", "/"), ("../../g", "/g"),
            ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."),
            (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"),
            ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
            ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"), ("g#s/../x", "/b/c/g"),
        ])
    func examples(reference: String, path: String) throws {
        let base = try #require(HTTPSURL("https://a/b/c/d;p?q"))
        #expect(base.resolving(reference)?.description == "https://a" + path)
    }

    @Test("a reference may change the authority but not the scheme")
    func elsewhere() throws {
        let base = try #require(HTTPSURL("https://a.example:8443/b"))
        #expect(base.resolving("//g.example/x")?.description == "https://g.example/x")
        #expect(base.resolving("https://g.example/x#f")?.description == "https://g.example/x")
        #expect(base.resolving("https://g.example")?.description == "https://g.example/")
        #expect(base.resolving("/x")?.description == "https://a.example:8443/x")
        for bad in [
            "http://a.example/x", "HTTPS://a.example/", "javascript:alert(1)", "data:,x", "g:h", "//user@g.example/",
            "https://g.example/../x", "//g.example\\@evil.test/", "/a b", "/\u{7}", "/%2e%2e/x", "https:x", ":x",
        ] {
            #expect(base.resolving(bad) == nil, "\(bad)")
        }
    }
}
