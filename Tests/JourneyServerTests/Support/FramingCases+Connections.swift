extension FramingCase {
    static let pipelines: [FramingCase] = [
        FramingCase(.pipelining, "two requests", get() + get(), [.accepted, .accepted]),
        FramingCase(.pipelining, "twenty requests", repeated(get(), 20), [Answer](repeating: .accepted, count: 20)),
        FramingCase(
            .pipelining, "bodies of both framings",
            post("Content-Length: 5") + chunked("5\r\nworld\r\n0\r\n\r\n") + get(),
            [.accepted(body: "hello"), .accepted(body: "world"), .accepted]),
        FramingCase(
            .pipelining, "a request behind trailers", chunked("1\r\nx\r\n0\r\nA: b\r\n\r\n") + get(),
            [.accepted(body: "x"), .accepted]),
        FramingCase(
            .pipelining, "a body that is a request", post("Content-Length: 10", body: "GET / HTTP") + get(),
            [.accepted(body: "GET / HTTP"), .accepted]),
        FramingCase(
            .pipelining, "an empty line behind a body", post("Content-Length: 5") + "\r\n" + get(),
            [.accepted(body: "hello"), .accepted]),
        FramingCase(
            .pipelining, "two empty lines behind a body", post("Content-Length: 5") + "\r\n\r\n" + get(),
            [.accepted(body: "hello"), .refused(400)]),
        FramingCase(
            .pipelining, "a body that is longer than announced", post("Content-Length: 4") + get(),
            [.accepted(body: "hell"), .refused(501)]),
        FramingCase(.pipelining, "a body that is not announced", post() + get(), [.accepted, .refused(501)]),
        FramingCase(
            .pipelining, "a body behind a length of zero", post("Content-Length: 0") + get(),
            [.accepted, .refused(501)]),
        FramingCase(
            .pipelining, "a bad request behind a good one", get() + "GET / HTTP/1.1\r\nHost @\r\n\r\n" + get(),
            [.accepted, .refused(400)]),
        FramingCase(
            .pipelining, "a request for another behind a good one", get() + "GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n",
            [.accepted, .refused(421)]),
        FramingCase(
            .pipelining, "a target that is too long behind a good request",
            get() + get(target: "/" + repeated("a", 9_000)), [.accepted, .refused(414)]),
        FramingCase(
            .pipelining, "a good request behind a bad one", "GET / HTTP/1.1\r\n\r\n" + get(), [.refused(400)]),
        FramingCase(
            .pipelining, "a request hidden by a length",  // CL.TE
            post("Content-Length: 6", "Transfer-Encoding: chunked", body: "0\r\n\r\nG") + get(), [.refused(400)]),
        FramingCase(
            .pipelining, "a request hidden by a coding",  // TE.CL
            post("Transfer-Encoding: chunked", "Content-Length: 4", body: "12\r\nGET / HTTP/1.1\r\n\r\n\r\n0\r\n\r\n"),
            [.refused(400)]),
        FramingCase(
            .pipelining, "a request hidden by two codings",  // TE.TE
            post("Transfer-Encoding: chunked", "Transfer-encoding: x", body: "0\r\n\r\n") + get(), [.refused(400)]),
        FramingCase(
            .pipelining, "a request hidden in an extension",
            chunked("2;\nxx\r\n12\r\n0\r\n\r\n") + get(), [.refused(400)]),
        FramingCase(.pipelining, "behind Connection: close", get("Connection: close") + get(), [.accepted]),
        FramingCase(
            .pipelining, "behind close in a list", get("Connection: keep-alive , CLOSE") + get(), [.accepted]),
        FramingCase(
            .pipelining, "behind close in a second line", get("Connection: a", "connection: close") + get(), [.accepted]
        ),
        FramingCase(
            .pipelining, "behind another option", get("Connection: keep, open") + get(), [.accepted, .accepted]),
        FramingCase(.pipelining, "behind keep-alive", get("Connection: keep-alive") + get(), [.accepted, .accepted]),
        FramingCase(
            .pipelining, "behind a body and Connection: close", post("Connection: close", "Content-Length: 5") + get(),
            [.accepted(body: "hello")]),
        FramingCase(.pipelining, "behind HTTP/1.0", "GET / HTTP/1.0\r\nHost: @\r\n\r\n" + get(), [.accepted]),
        FramingCase(
            .pipelining, "behind HTTP/1.0 that would go on",
            "GET / HTTP/1.0\r\nHost: @\r\nConnection: keep-alive\r\n\r\n" + get(), [.accepted]),
        FramingCase(
            .pipelining, "a client's upgrade", get("Connection: upgrade", "Upgrade: h2c, websocket") + get(),
            [.accepted, .accepted]),
    ]

    static let earlyCloses: [FramingCase] =
        [
            "G", "GET", "GET ", "GET /", "GET / HTTP/1.1", "GET / HTTP/1.1\r", "GET / HTTP/1.1\r\n",
            "GET / HTTP/1.1\r\nHost: @", "GET / HTTP/1.1\r\nHost: @\r\n", "GET / HTTP/1.1\r\nHost: @\r\n\r",
            post("Content-Length: 6"), post("Content-Length: 5", body: ""), chunked(""), chunked("5"), chunked("5\r"),
            chunked("5\r\n"), chunked("5\r\nhel"), chunked("5\r\nhello"), chunked("5\r\nhello\r\n"),
            chunked("5\r\nhello\r\n0\r\n"), chunked("5\r\nhello\r\n0\r\n\r"), chunked("5\r\nhello\r\n0\r\nA: b"),
            chunked("5\r\nhello\r\n0\r\nA: b\r\n"), chunked("5;a=\"b"),
            chunked("7fffffffffffffff\r\nhello"),
        ].map { FramingCase(.earlyClose, "behind \($0.suffix(12).debugDescription)", $0, [.unfinished]) }
        + [
            FramingCase(.earlyClose, "before anything", "", []),
            FramingCase(.earlyClose, "behind an empty line", "\r\n", []),
            FramingCase(.earlyClose, "behind a request and an empty line", get() + "\r\n", [.accepted]),
            FramingCase(.earlyClose, "in a second request", get() + "GET", [.accepted, .unfinished]),
            FramingCase(
                .earlyClose, "in a request behind a body", chunked("1\r\nx\r\n0\r\n\r\n") + "G",
                [.accepted(body: "x"), .unfinished]),
        ]
}
