import JourneyBase
import TestSupport
import Testing

/// The descriptions of messages and answers, however they are printed.
struct HTTPDescriptionTests {
    private let canary = Canary()

    @Test("a printed, dumped or mirrored request or response shows no secret field, query or body")
    func messages() throws {
        let sinks = CanarySinks()
        let url = try #require(
            HTTPSURL("https://bank.example/api/accounts?token=\(canary.text(.bearerToken).prefix(12))"))
        for kind in Canary.Kind.allCases {
            let headers: HTTPFields = [
                "Authorization": "Bearer \(canary.text(kind))", "Cookie": "a=\(canary.text(kind))",
                "X-New": canary.text(kind), "content-type": "text/plain",
            ]
            let body = Array(canary.text(kind).utf8)
            sinks.describe(HTTPRequest(method: .post, url: url, headers: headers, body: body))
            sinks.describe(HTTPResponse(status: 200, headers: headers, body: body))
            sinks.describe(headers)
            sinks.describe(Result<HTTPResponse, JourneyError>.success(HTTPResponse(status: 200, body: body)))
        }
        #expect(sinks.leaks(of: canary) == [])
        let text = String(decoding: sinks.bytes(.description), as: UTF8.self)
        #expect(text.contains("POST https://bank.example/api/accounts"))
        #expect(text.contains("content-type: text/plain") && text.contains("Authorization: ‹hidden›"))
    }

    @Test("typed text of a screen action is not printed, and a chosen option is")
    func screens() {
        let sinks = CanarySinks()
        for kind in Canary.Kind.allCases {
            let secret = Secret(copying: canary.text(kind).utf8)
            sinks.describe(
                ScreenAction(
                    action: "continue",
                    values: ["code": .text(canary.text(kind)), "pin": .secret(secret), "type": .chosen(["savings"])]))
        }
        #expect(sinks.leaks(of: canary) == [])
        #expect(String(decoding: sinks.bytes(.description), as: UTF8.self).contains("savings"))
    }
}
