extension FramingCase {
    static let lineEnds: [FramingCase] = [
        good(.lineEnds, "the smallest request", "GET / HTTP/1.1\r\nHost: @\r\n\r\n"),
        good(.lineEnds, "an empty line before the request", "\r\n" + get()),
        good(.lineEnds, "a line separator of Unicode in a value", get("X-Test: a\u{E2}\u{80}\u{A8}b")),
        good(.lineEnds, "a next-line character in a value", get("X-Test: a\u{C2}\u{85}b")),
        bad(.lineEnds, "line feeds alone", "GET / HTTP/1.1\nHost: @\n\n"),
        bad(.lineEnds, "carriage returns alone", "GET / HTTP/1.1\rHost: @\r\r"),
        bad(.lineEnds, "a line feed behind the request line", "GET / HTTP/1.1\nHost: @\r\n\r\n"),
        bad(.lineEnds, "a line feed behind a field", "GET / HTTP/1.1\r\nHost: @\nX-Test: a\r\n\r\n"),
        bad(.lineEnds, "a line feed behind the last field", "GET / HTTP/1.1\r\nHost: @\n\r\n"),
        bad(.lineEnds, "an empty line that is a line feed", "GET / HTTP/1.1\r\nHost: @\r\n\n"),
        bad(.lineEnds, "two carriage returns", "GET / HTTP/1.1\r\r\nHost: @\r\n\r\n"),
        bad(.lineEnds, "two carriage returns behind a field", "GET / HTTP/1.1\r\nHost: @\r\r\n\r\n"),
        bad(.lineEnds, "a line feed before a carriage return", "GET / HTTP/1.1\n\rHost: @\n\r\n\r"),
        bad(.lineEnds, "a carriage return in the target", "GET /\ra HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.lineEnds, "a carriage return in a name", get("X-\rTest: a")),
        bad(.lineEnds, "a carriage return in a value", get("X-Test: a\rb")),
        bad(.lineEnds, "a carriage return before a value", get("X-Test: \rb")),
        bad(.lineEnds, "a line feed in a value", get("X-Test: a\nX-Other: b")),
        bad(.lineEnds, "a vertical tab for a line's end", "GET / HTTP/1.1\u{B}Host: @\r\n\r\n"),
        bad(.lineEnds, "a form feed for a line's end", "GET / HTTP/1.1\r\nHost: @\u{C}X-Test: a\r\n\r\n"),
        bad(.lineEnds, "two empty lines before the request", "\r\n\r\n" + get()),
        bad(.lineEnds, "an empty line before that is a line feed", "\n" + get()),
        bad(.lineEnds, "a carriage return before the request", "\r" + get()),
        bad(.lineEnds, "a line of a space before the request", " \r\n" + get()),
        bad(.lineEnds, "a NUL before the request", "\u{0}" + get()),
        bad(.lineEnds, "a byte order mark before the request", "\u{EF}\u{BB}\u{BF}" + get()),
        bad(.lineEnds, "a TLS handshake", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}"),
    ]

    static let spaces: [FramingCase] = [
        good(.spaces, "none before a value", get("X-Test:a")),
        good(.spaces, "many around a value", get("X-Test:    a    ")),
        good(.spaces, "tabs around a value", get("X-Test:\ta\t")),
        good(.spaces, "inside a value", get("X-Test: a  b\tc")),
        good(.spaces, "nothing but spaces for a value", get("X-Test:   ")),
        bad(.spaces, "two before the target", "GET  / HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "two behind the target", "GET /  HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "a tab before the target", "GET\t/ HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "a tab behind the target", "GET /\tHTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "a tab and a space before the target", "GET \t/ HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "a vertical tab behind the target", "GET /\u{B}HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "a no-break space behind the target", "GET /\u{C2}\u{A0}HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "before the method", " GET / HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "a tab before the method", "\tGET / HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "behind the version", "GET / HTTP/1.1 \r\nHost: @\r\n\r\n"),
        bad(.spaces, "a tab behind the version", "GET / HTTP/1.1\t\r\nHost: @\r\n\r\n"),
        bad(.spaces, "in the target", "GET /a b HTTP/1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "in the version", "GET / HTTP/ 1.1\r\nHost: @\r\n\r\n"),
        bad(.spaces, "before a colon", get("X-Test : a")),
        bad(.spaces, "a tab before a colon", get("X-Test\t: a")),
        bad(.spaces, "before the host's colon", "GET / HTTP/1.1\r\nHost : @\r\n\r\n"),
        bad(.spaces, "in a name", get("X Test: a")),
        bad(.spaces, "before the first field", "GET / HTTP/1.1\r\n X-Test: a\r\nHost: @\r\n\r\n"),
        bad(.spaces, "a tab before the first field", "GET / HTTP/1.1\r\n\tX-Test: a\r\nHost: @\r\n\r\n"),
        bad(.spaces, "before another field", get(" X-Test: a")),
        bad(.spaces, "a folded value", get("X-Test: a", " b")),
        bad(.spaces, "a value folded by a tab", get("X-Test: a", "\tb")),
        bad(.spaces, "a folded host", "GET / HTTP/1.1\r\nHost:\r\n @\r\n\r\n"),
        bad(.spaces, "a line of a space", get("X-Test: a", " ")),
    ]

    static let requestLines: [FramingCase] =
        ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"].map {
            good(.requestLines, $0, "\($0) / HTTP/1.1\r\nHost: @\r\n\r\n")
        }
        + ["get", "Get", "GETT", "GE", "TRACE", "CONNECT", "PROPFIND", "!", "X-Y", repeated("A", 5_000)].map {
            bad(.requestLines, "method \($0.prefix(9))", "\($0) / HTTP/1.1\r\nHost: @\r\n\r\n", 501)
        }
        + ["", "G(T", "GE:T", "\"GET\"", "G\u{C3}\u{89}T", "GET,", "GET/", "{}"].map {
            bad(.requestLines, "no method \($0)", "\($0) / HTTP/1.1\r\nHost: @\r\n\r\n")
        }
        + ["HTTP/0.9", "HTTP/1.2", "HTTP/1.9", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9", "HTTP/0.0"].map {
            bad(.requestLines, "version \($0)", "GET / \($0)\r\nHost: @\r\n\r\n", 505)
        }
        + [
            "http/1.1", "Http/1.1", "HTTP/1", "HTTP/1.", "HTTP/.1", "HTTP/1.10", "HTTP/11", "HTTP1.1", "HTTP/01.1",
            "HTTP/1,1", "HTTP/-1.1", "HTTPS/1.1", "ICAP/1.0", "HTTP/1.1x", "HTTP/1.\u{D9}\u{A1}", "HTTP\\1.1", "HTTP/",
            "HTTP/1.1" + repeated("1", 5_000),
        ].map { bad(.requestLines, "no version \($0.prefix(12))", "GET / \($0)\r\nHost: @\r\n\r\n") }
        + [
            good(.requestLines, "version HTTP/1.0", "GET / HTTP/1.0\r\nHost: @\r\n\r\n"),
            bad(.requestLines, "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
            bad(.requestLines, "a request of HTTP/0.9", "GET /\r\n\r\n"),
            bad(.requestLines, "a method alone", "GET\r\nHost: @\r\n\r\n"),
            bad(.requestLines, "a method and a space", "GET \r\nHost: @\r\n\r\n"),
            bad(.requestLines, "no target", "GET HTTP/1.1\r\nHost: @\r\n\r\n"),
            bad(.requestLines, "an empty target", "GET  HTTP/1.1\r\nHost: @\r\n\r\n"),
            bad(.requestLines, "a word", "GARBAGE\r\n\r\n"),
            bad(.requestLines, "a status line", "HTTP/1.1 200 OK\r\nHost: @\r\n\r\n"),
            bad(.requestLines, "a field", "Host: @\r\n\r\n"),
            bad(.requestLines, "four parts", "GET / / HTTP/1.1\r\nHost: @\r\n\r\n"),
        ]

    static let targets: [FramingCase] =
        [
            "/a?b=c", "/a%2Fb", "/a%20b", "//evil.test", "/?", "/a;b=c", "/a:b", "/~a/-_.!$&'()*+,;=", "/?a=?&b=/",
            "/...",
            "/.a", "/a/", "/?" + repeated("a", 4_094),
        ].map { good(.targets, "target \($0.prefix(12))", get(target: $0)) }
        + [
            "*", "http://localhost/", "https://@/", "HTTPS://@/", "localhost", "@", "a", "?a=b", "\\a", "/a#b", "#",
            "/a%zz",
            "/a%2", "/a%", "/%", "/?%g0", "/..", "/../a", "/a/..", "/a/../b", "/./a", "/a/.", "/%2e%2e/a", "/.%2E/a",
            "/%2E/", "/a\\b", "/a<b", "/a>b", "/a\"b", "/{a}", "/a|b", "/a^b", "/a`b", "/a[b]", "/?a=[b]",
            "/\u{C3}\u{A9}", "/\u{E9}", "/\u{0}", "/a\u{0}b", "/?a\u{0}", "/a\u{1}", "/\u{7F}", "/%00", "/a%00b",
        ].map { bad(.targets, "no target \($0.prefix(12))", get(target: $0)) }
        + [
            bad(.targets, "the server as a whole", "OPTIONS * HTTP/1.1\r\nHost: @\r\n\r\n"),
            bad(.targets, "a byte too long", get(target: "/" + repeated("a", 4_096)), 414),
            bad(.targets, "a query a byte too long", get(target: "/?" + repeated("a", 4_095)), 414),
            bad(.targets, "far too long", get(target: "/" + repeated("a", 40_000)), 414),
        ]

    static let hosts: [FramingCase] = [
        good(.hosts, "a name in upper case", "GET / HTTP/1.1\r\nHOST: @\r\n\r\n"),
        good(.hosts, "no space before it", "GET / HTTP/1.1\r\nHost:@\r\n\r\n"),
        good(.hosts, "spaces around it", "GET / HTTP/1.1\r\nHost:   @  \r\n\r\n"),
        good(.hosts, "behind another field", "GET / HTTP/1.1\r\nX-Test: a\r\nHost: @\r\n\r\n"),
        good(.hosts, "what a proxy says of it", get("X-Forwarded-Host: evil.test")),
        good(.hosts, "a look-alike name", get("X-Host: evil.test", "Hosts: evil.test")),
        bad(.hosts, "none", "GET / HTTP/1.1\r\n\r\n"),
        bad(.hosts, "none, but other fields", "GET / HTTP/1.1\r\nX-Host: @\r\n\r\n"),
        bad(.hosts, "none in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n"),
        bad(.hosts, "two, equal", get("Host: @")),
        bad(.hosts, "two, different", get("Host: evil.test")),
        bad(.hosts, "two in two cases", get("host: @")),
        bad(.hosts, "two, one empty", get("Host:")),
        bad(.hosts, "two in HTTP/1.0", "GET / HTTP/1.0\r\nHost: @\r\nHost: @\r\n\r\n"),
        bad(.hosts, "empty", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
        bad(.hosts, "a list", "GET / HTTP/1.1\r\nHost: @, @\r\n\r\n"),
        bad(.hosts, "two words", "GET / HTTP/1.1\r\nHost: @ @\r\n\r\n"),
        bad(.hosts, "a path", "GET / HTTP/1.1\r\nHost: @/\r\n\r\n"),
        bad(.hosts, "a query", "GET / HTTP/1.1\r\nHost: @?a\r\n\r\n"),
        bad(.hosts, "a fragment", "GET / HTTP/1.1\r\nHost: @#a\r\n\r\n"),
        bad(.hosts, "a scheme", "GET / HTTP/1.1\r\nHost: https://@\r\n\r\n"),
        bad(.hosts, "a dot behind the port", "GET / HTTP/1.1\r\nHost: @.\r\n\r\n"),
        bad(.hosts, "an empty port", "GET / HTTP/1.1\r\nHost: localhost:\r\n\r\n"),
        bad(.hosts, "a port that is none", "GET / HTTP/1.1\r\nHost: localhost:a\r\n\r\n"),
        bad(.hosts, "a port that is too large", "GET / HTTP/1.1\r\nHost: localhost:99999\r\n\r\n"),
        bad(.hosts, "a port with a leading zero", "GET / HTTP/1.1\r\nHost: localhost:0443\r\n\r\n"),
        bad(.hosts, "a name with an escape", "GET / HTTP/1.1\r\nHost: %6Cocalhost\r\n\r\n"),
        bad(.hosts, "a NUL behind it", "GET / HTTP/1.1\r\nHost: @\u{0}.evil.test\r\n\r\n"),
        bad(.hosts, "a tab before it", "GET / HTTP/1.1\r\nHost:\t@\r\n\r\n"),
        bad(.hosts, "a tab behind it", "GET / HTTP/1.1\r\nHost: @\t\r\n\r\n"),
        bad(.hosts, "a name in Latin-1", "GET / HTTP/1.1\r\nHost: @\u{E9}\r\n\r\n"),
        bad(.hosts, "another name", "GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n", 421),
        bad(.hosts, "another port", "GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n", 421),
        bad(.hosts, "an address", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421),
        bad(.hosts, "a name under it", "GET / HTTP/1.1\r\nHost: evil.@\r\n\r\n", 421),
    ]

    static let fields: [FramingCase] =
        [
            good(.fields, "a name of every kind of character", get("!#$%&'*+-.^_`|~09azAZ: a")),
            good(.fields, "a name of one letter", get("a: b")),
            good(.fields, "an empty value", get("X-Test:")),
            good(.fields, "a value of punctuation", get("X-Test: \"a\", (b); c=d:e\\f{}[]<>?")),
            good(.fields, "a value in UTF-8", get("X-Test: \u{C3}\u{A9} \u{E2}\u{82}\u{AC} \u{F0}\u{9F}\u{98}\u{80}")),
            good(.fields, "the same field twice", get("X-Test: a", "X-Test: b")),
            good(.fields, "a hundred fields", get(repeated("X-Test: a\r\n", 98) + "X-Test: b")),
            good(.fields, "a long value", get("X-Test: " + repeated("a", 30_000))),
            bad(.fields, "a hundred and one", get(repeated("X-Test: a\r\n", 99) + "X-Test: b"), 431),
            bad(.fields, "a value that is too long", get("X-Test: " + repeated("a", 40_000)), 431),
            bad(.fields, "a name that is too long", get(repeated("a", 40_000) + ": a"), 431),
            bad(
                .fields, "fields that are too long together", get(repeated("X-Test: aaaaaaaa\r\n", 4_000) + "a: b"), 431
            ),
            bad(.fields, "no name", get(": a")),
            bad(.fields, "no colon", get("X-Test")),
            bad(.fields, "a name in UTF-8", get("X-\u{C3}\u{A9}: a")),
            bad(.fields, "a name with a NUL", get("X-\u{0}Test: a")),
            bad(.fields, "a name with a control character", get("X-\u{1}Test: a")),
            bad(.fields, "a name with a delete", get("X-Test\u{7F}: a")),
            bad(.fields, "a value with a NUL", get("X-Test: a\u{0}b")),
            bad(.fields, "a value that is a NUL", get("X-Test: \u{0}")),
            bad(.fields, "a value with a control character", get("X-Test: a\u{1}b")),
            bad(.fields, "a value with an escape character", get("X-Test: \u{1B}[31m")),
            bad(.fields, "a value with a delete", get("X-Test: a\u{7F}")),
            bad(.fields, "a value in Latin-1", get("X-Test: \u{E9}")),
            bad(.fields, "a value in UTF-8, too long", get("X-Test: \u{C0}\u{AF}")),
            bad(.fields, "a value with half a surrogate", get("X-Test: \u{ED}\u{A0}\u{80}")),
            bad(.fields, "a value that is cut", get("X-Test: \u{E2}\u{82}")),
        ]
        + ["(", ")", ",", "/", ";", "<", "=", ">", "?", "[", "\\", "]", "{", "}", "\""].map {
            bad(.fields, "a name with \($0)", get("X\($0)Test: a"))
        }
}
