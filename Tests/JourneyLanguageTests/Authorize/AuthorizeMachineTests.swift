import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Authorize step")
struct AuthorizeMachineTests {
    private static let session: JSONValue = ["idempotencyKey": "run-1"]

    private static func journey(_ changes: [LintEdit.Change] = []) async throws -> Journey {
        let manifest = changes.reduce(LintCase.authorizing) { $0.setting($1.path, to: $1.value) }
        return try await TestManifest.journey(manifest)
    }

    /// A run that has come to its authorize step.
    private static func away(_ to: JSONValue = "order-1", _ changes: [LintEdit.Change] = []) async throws -> Player {
        var player = Player(try await journey(changes), session: session)
        player.page("price", ["id": "1"])
        player.answer(.success(status: 200, body: ["to": to, "amount": 1]))
        player.page("away")
        return player
    }

    private static func visit(_ player: Player) -> Authorization? {
        for case .enterStep(let step, _) in player.all.reversed() {
            if case .authorize(let authorization) = step.kind { return authorization }
        }
        return nil
    }

    @Test("the address and the expected values are fixed on entry, and the point to resume from is stored before")
    func entered() async throws {
        let player = try await Self.away()
        #expect(player.step == "auth")
        let authorization = try #require(Self.visit(player))
        #expect(authorization.address?.url?.description == "https://auth.example/sca/order-1")
        #expect(authorization.expected == ["state": "run-1", "iss": "https://auth.example"])
        let order = player.effects.compactMap { effect -> String? in
            switch effect {
            case .savePoint: "save"
            case .enterStep: "enter"
            case .startTimer: "timer"
            default: nil
            }
        }
        #expect(order == ["save", "enter", "timer"])
        #expect(player.points.last?.step.rawValue == "auth")
    }

    @Test(
        "each end of the visit leads to the step that asks the bank, once",
        arguments: ["success", "cancelled", "error", "timeout"])
    func ends(how: String) async throws {
        var player = try await Self.away()
        let visit = player.machine.visit
        switch how {
        case "success": player.play(.native(visit: visit, .success(["code": "c"])))
        case "cancelled": player.play(.native(visit: visit, .cancelled))
        case "error": player.play(.native(visit: visit, .error(JourneyError(.authorizationMismatch, "Foreign."))))
        default: player.play(.timerFired(.step(visit: visit)))
        }
        #expect(player.step == "asked")
        #expect(player.calls.last?.binding.operation.id == "transferStatus")
        let count = player.calls.count
        // A second return, and one after the timeout, change nothing.
        player.play(.native(visit: visit, .success(["code": "c"])))
        #expect(player.effects.isEmpty && player.calls.count == count && player.step == "asked")
    }

    @Test("a return without a declared member is an error, and asks the bank too")
    func missingMember() async throws {
        var player = try await Self.away()
        player.play(.native(visit: player.machine.visit, .success([:])))
        #expect(player.step == "asked")
    }

    @Test("a resumed visit opens nothing, and expects what the first one did")
    func resumed() async throws {
        let first = try await Self.away()
        let player = Player(
            try await Self.journey(), session: Self.session, resuming: first.points.last)
        #expect(player.step == "auth")
        let authorization = try #require(Self.visit(player))
        #expect(authorization.address == nil)
        #expect(authorization.expected == ["state": "run-1", "iss": "https://auth.example"])
    }

    @Test("a resumed visit without a kept value fails, and asks the bank")
    func resumedWithoutState() async throws {
        let changes: [LintEdit.Change] = [("steps auth expect state", "steps.form.to")]
        let first = try await Self.away("order-1", changes)
        var point = try #require(first.points.last)
        point.outputs = [:]
        let player = Player(try await Self.journey(changes), session: Self.session, resuming: point)
        #expect(Self.visit(player) == nil && player.step == "asked")
    }

    @Test(
        "an address that the bank gave wrongly is not opened, and the bank is asked",
        arguments: [
            "javascript:alert(1)", "http://auth.example/", "https://a@auth.example/", "https://auth.example:8443/",
            "https://auth.example.evil.example/", "https://auth.example\\@evil.example/", "//auth.example/",
            "https://bank.example/", "https://auth.example/\(String(repeating: "a", count: 9_000))", " ", "data:,a",
        ])
    func wrongAddress(address: String) async throws {
        let player = try await Self.away(.string(address), [("steps auth url", "steps.form.to")])
        #expect(Self.visit(player) == nil && player.step == "asked")
    }

    @Test("an address that the bank gives on a declared host is opened")
    func rightAddress() async throws {
        let player = try await Self.away("https://auth.example/sca?id=1", [("steps auth url", "steps.form.to")])
        #expect(Self.visit(player)?.address?.url?.description == "https://auth.example/sca?id=1")
    }

    @Test(
        "what is not known of an authorization never becomes failed or cancelled",
        arguments: [("unanswered", "pending"), ("answered", "failed"), ("closed", "pending")])
    func unknown(how: String, wanted: String) async throws {
        let failing: JourneyError = JourneyError(.serverError, "No.")
        var player = try await Self.away("order-1", [("steps asked on logged", ["to": "failed"])])
        if how == "closed" {
            player.play(.closed)
        } else {
            player.play(.native(visit: player.machine.visit, .cancelled))
            player.answer(
                how == "answered"
                    ? .success(status: 200, body: [:]) : .failure(failing, status: 503))
        }
        #expect(player.end?.hasPrefix(wanted) == true, "\(player.end ?? "none")")
    }

    private static let exchange: [LintEdit.Change] = [
        ("steps auth on success", ["to": "exchange"]),
        (
            "steps exchange",
            LintCase.logging("transferStatus", ["id": "steps.auth.code"]).setting(
                "on", to: ["logged": ["to": "asked"], "unlogged": ["to": "asked"], "timeout": ["to": "asked"]])
        ),
    ]

    @Test("the exchange of a code is no answer to the question what came of the authorization")
    func exchanged() async throws {
        var player = try await Self.away("order-1", Self.exchange)
        player.play(.native(visit: player.machine.visit, .success(["code": "c"])))
        player.answer(.success(status: 200, body: [:]))
        #expect(player.step == "asked")
        player.answer(.failure(JourneyError(.serverError, "No."), status: 503))
        #expect(player.end?.hasPrefix("pending") == true, "\(player.end ?? "none")")
    }

    @Test(
        "a resumed run whose authorization may have begun is not called cancelled, and another is",
        arguments: [("form", "cancelled"), ("auth", "pending"), ("asked", "pending")])
    func resumedAndClosed(step: String, wanted: String) async throws {
        let point = ResumePoint(step: try Fixture.id(step), outputs: ["form": ["to": "order-1"]])
        var player = Player(try await Self.journey(), session: Self.session, resuming: point)
        player.play(.closed)
        #expect(player.end?.hasPrefix(wanted) == true, "\(player.end ?? "none")")
    }

    @Test("a value that can't be stored is not expected, and nothing is opened")
    func unstorable() async throws {
        let player = try await Self.away("order/1", [("steps auth expect state", "steps.form.to")])
        #expect(Self.visit(player) == nil && player.step == "asked")
    }

    @Test("1.2 does not know the type")
    func version() throws {
        let manifest = TestManifest.manifest.setting("steps auth", to: LintCase.authorizing["steps"]?["auth"])
            .setting("fallback", to: nil).setting("manifestVersion", to: "1.2")
        let findings = Lint.check(manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
        #expect(findings.contains { $0.rule == .unknownStepType && $0.path == "steps.auth.type" })
    }

    @Test("what a return carries counts as a page's")
    func influence() async throws {
        let journey = try await Self.journey(Self.exchange)
        let entries = PageInfluence(journey).entries
        #expect(entries.contains { $0.path == "steps.exchange.bindings[0].in.id" && $0.sources == ["steps.auth.code"] })
    }
}
