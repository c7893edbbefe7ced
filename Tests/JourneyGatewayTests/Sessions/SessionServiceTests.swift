import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyTesting
import Testing

@testable import JourneyGateway

@Suite("Suspended runs at the gateway")
struct SessionServiceTests {
    private static let known: HTTPFields = [
        "Authorization": "Bearer ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "client",
        "Content-Type": "application/json",
    ]

    private let service: SessionService
    private let hash: String

    init() async throws {
        var access = GatewayAccess()
        access.admit(token: Secret(copying: Array("ctx-1".utf8)), partner: "partner", client: "client")
        let store = try await ManifestStore(.memory)
        let manifest: JSONValue = [
            "journeyId": "transfer", "sequence": 1,
            "steps": ["pay": ["type": "server"], "done": ["type": "terminal"], "odd": [:]],
        ]
        let form = try #require(manifest.canonicalBytes)
        hash = Hex.encode(SHA256.hash(form))
        try await store.publish(
            PublishedJourney(
                id: try #require(JourneyID("transfer")), sequence: 1, manifest: manifest.compactBytes,
                manifestHash: SHA256.hash(form), openAPI: Array("{}".utf8), validity: .valid))
        // A bank that knows one key, refuses another, and fails for all others.
        let bank = ClosureService { request in
            guard request.headers["Authorization"] == "Bearer ctx-1", request.url.path == "/api/settlements" else {
                return HTTPResponse(status: 401)
            }
            return switch (try? JSONReader.read(request.body))?["key"] {
            case "paid": .json(["state": "done", "body": ["reference": "TX-1"]])
            case "never": .json(["state": "withdrawn"])
            case "odd": .json(["state": "perhaps", "body": ["reference": "TX-2"]])
            default: HTTPResponse(status: 503)
            }
        }
        service = SessionService(
            store: store, access: access,
            bank: (bank, try #require(HTTPSURL("https://bank.localhost/api/settlements"))))
    }

    private func post(
        _ path: String, _ body: JSONValue, _ headers: HTTPFields = known
    ) async throws -> (status: Int, body: JSONValue) {
        let url = try #require(HTTPSURL("https://gateway.localhost\(path)"))
        let response = await service.handle(
            HTTPRequest(method: .post, url: url, headers: headers, body: body.compactBytes))
        return (response.status, try JSONReader.read(response.body))
    }

    @Test("a step of the served manifest is confirmed")
    func confirmed() async throws {
        let answer = try await post(
            "/journeys/transfer/resume", ["step": "pay", "manifestHash": .string(hash), "sequence": 1])
        #expect(answer.status == 200 && answer.body == ["step": "pay"])
    }

    @Test("another manifest, an unknown step and a terminal are refused")
    func refused() async throws {
        for (step, hash) in [
            ("done", hash), ("none", hash), ("odd", hash), ("pay", String(repeating: "0", count: 64)), ("pay", ""),
            ("", hash),
        ] {
            let answer = try await post(
                "/journeys/transfer/resume", ["step": .string(step), "manifestHash": .string(hash)])
            #expect(answer.status == 409 && answer.body["code"] == "RESUME_REFUSED", "\(step)")
        }
        let other = try await post("/journeys/other/resume", ["step": "pay", "manifestHash": .string(hash)])
        #expect(other.status == 404)
    }

    @Test("the bank's settlement of each key is passed on, and a missing one is not invented")
    func settled() async throws {
        let answer = try await post("/journeys/transfer/settlements", ["keys": ["paid", "never", "odd", "lost"]])
        #expect(
            answer.body == [
                "settlements": [
                    ["key": "paid", "state": "done", "body": ["reference": "TX-1"]],
                    ["key": "never", "state": "withdrawn"], ["key": "odd", "state": "unknown"],
                    ["key": "lost", "state": "unknown"],
                ]
            ])
    }

    @Test("keys sent with a sign-in token are settled with it, and the response says so")
    func grants() async throws {
        var signedIn = Self.known
        signedIn["X-Bank-Authorization"] = "Bearer grant-1"
        // The bank of these tests knows only the context token.
        let other = try await post("/journeys/transfer/settlements", ["keys": ["paid"]], signedIn)
        #expect(other.body == ["settlements": [["key": "paid", "state": "unknown"]], "asked": "grant"])
        signedIn["X-Bank-Authorization"] = "Bearer ctx-1"
        let same = try await post("/journeys/transfer/settlements", ["keys": ["never"]], signedIn)
        #expect(same.body == ["settlements": [["key": "never", "state": "withdrawn"]], "asked": "grant"])
    }

    @Test("an unauthenticated caller gets no data, and a malformed request is refused")
    func strangers() async throws {
        for path in ["/journeys/transfer/resume", "/journeys/transfer/settlements"] {
            var stranger = Self.known
            stranger["Authorization"] = "Bearer ctx-2"
            #expect(try await post(path, ["keys": ["paid"]], stranger).status == 401)
            var partner = Self.known
            partner["X-Partner-Id"] = "other"
            #expect(try await post(path, ["keys": ["paid"]], partner).status == 403)
            var text = Self.known
            for type in ["text/plain", "application/json; charset=latin1", "application/jsonp", ""] {
                text["Content-Type"] = type
                #expect(try await post(path, ["keys": ["paid"]], text).status == 415)
            }
            text["Content-Type"] = "Application/JSON; charset=UTF-8"
            text["Content-Encoding"] = "gzip"
            #expect(try await post(path, ["keys": ["paid"]], text).status == 415)
            for body in [
                [], [:], ["keys": []], ["keys": [1]], ["keys": [""]],
                ["keys": .array(Array(repeating: "k", count: 17))],
                ["keys": [.string(String(repeating: "k", count: 256))]], ["step": 1, "manifestHash": 2],
            ] as [JSONValue] {
                #expect(try await post(path, body).status == 400, "\(body)")
            }
        }
    }

    @Test("JSON is accepted with any spelling of its type, and an unknown journey's keys are not passed on")
    func types() async throws {
        var spelled = Self.known
        spelled["Content-Type"] = "application/json; charset=utf-8"
        #expect(try await post("/journeys/transfer/settlements", ["keys": ["paid"]], spelled).status == 200)
        #expect(
            try await post("/journeys/transfer/resume", ["step": "pay", "manifestHash": .string(hash)], spelled).status
                == 200)
        for id in ["other", ".hidden"] {
            #expect(try await post("/journeys/\(id)/settlements", ["keys": ["paid"]]).status == 404)
        }
    }
}
