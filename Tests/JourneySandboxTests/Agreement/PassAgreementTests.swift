import Foundation
import JourneyBase
import JourneyCrypto
import JourneyGateway
import JourneyServer
import Testing
import WalletPass

@testable import JourneySandbox
@testable import ProductTesting

/// `ProductTesting.PassDesk` says what the pass service says to apps and devices.
@Suite("The pass service of the testing product and the real one agree")
struct PassAgreementTests {
    private static let names = PassSignerNames(
        passTypeIdentifier: "pass.com.example.ticket", teamIdentifier: "ABCDE12345")

    private protocol PassSide: Side {
        var token: String { get }
        func suspend() async throws
    }

    private struct Real: PassSide {
        let origin = "https://passes.example"
        let token: String
        private let store: PassStore
        private let service: PassService
        private let moment = Moment()

        init() async throws {
            var surroundings = Surroundings.system
            surroundings.now = { [moment] in moment.now }
            let now = moment.now
            let authority = try DevelopmentPassAuthority(notBefore: now - 3_600, notAfter: now + 86_400)
            let issued = try authority.issue(
                names, organization: "Example", notBefore: now - 3_600, notAfter: now + 80_000)
            let content: JSONValue = [
                "description": "A ticket",
                "nfc": [
                    "message": "ticket",
                    "encryptionPublicKey": .string(
                        Data(try P256PrivateKey.generate().publicKey.spki).base64EncodedString()),
                ],
                "eventTicket": ["primaryFields": [["key": "name", "label": "Name", "value": "{{name}}"]]],
            ]
            let template = PassTemplate(files: [
                "pass.json": content.compactBytes, "icon.png": SandboxBinding.picture(29),
                "icon@2x.png": SandboxBinding.picture(58),
            ])
            let origin = try #require(HTTPSURL(origin + "/")).origin
            let factory = PassFactory(
                types: [try PassTypeContent(identity: issued.identity, template: template)], origin: origin,
                now: surroundings.now)
            store = try await PassStore(try await Database.open(.memory))
            service = try PassService(
                store: store, factory: factory, settings: PassSettings(origin: origin), surroundings: surroundings)
            try await store.addClient("acme", now: now)
            let (_, secret) = try await store.addUser("app", of: "acme", surroundings: surroundings)
            token = secret.withBytes { String(decoding: $0, as: UTF8.self) }
            try await store.addType(
                names.passTypeIdentifier, of: "acme", team: names.teamIdentifier, organization: "Acme", now: now)
            for tag in ["TICKET-001", "TICKET-002"] {
                try await store.addTag(tag, of: "acme", now: now)
                try await store.addPass(
                    .init(holder: "ada", type: names.passTypeIdentifier, serial: tag, values: ["name": "Ada"]), on: tag,
                    of: "acme", surroundings: surroundings)
            }
        }

        func handle(_ request: HTTPRequest) async -> HTTPResponse { await service.handle(request) }
        func pass(_ seconds: TimeInterval) { moment.advance(seconds: seconds) }
        func suspend() async throws { try await store.removeClient("acme", now: moment.now) }
    }

    private struct Stand: PassSide {
        let sandbox: PassSandbox
        let origin = "https://passes.example"
        let token = PassSandbox.apiToken

        init() throws { sandbox = try PassSandbox(tags: ["TICKET-001", "TICKET-002"]) }

        func handle(_ request: HTTPRequest) async -> HTTPResponse { await sandbox.service.handle(request) }
        func pass(_ seconds: TimeInterval) { sandbox.time.pass(seconds) }
        func suspend() async throws { sandbox.service.suspend() }
    }

    private static let path = "/api/v2/in_app_provisioning"

    private static func basic(_ pair: String) -> HTTPFields {
        ["Authorization": "Basic \(Data(pair.utf8).base64EncodedString())"]
    }

    private static func issue(
        _ side: any PassSide, _ content: Content, _ headers: HTTPFields? = nil
    ) async throws -> (word: String, body: JSONValue) {
        try await side.ask(.post, path + "/issuer_data", content, headers ?? basic("\(side.token):"))
    }

    private static func callback(_ side: any PassSide, _ session: String, _ body: JSONValue) async throws -> String {
        try await side.ask(.post, "\(path)/callback?sessionIdentifier=\(session)", .json(body)).word
    }

    private static func status(_ side: any PassSide, _ session: String) async throws -> String {
        try await side.ask(.get, "\(path)/sessions/\(session)", .none, basic("\(side.token):")).word
    }

    /// A session of that tag: what it is called, and what a device answers.
    private static func open(
        _ side: any PassSide, _ tag: String = "TICKET-001"
    ) async throws -> (id: String, answer: [String: JSONValue]) {
        let reply = try await issue(side, .json(["tag_id": .string(tag)]))
        let bytes = [UInt8](
            try #require(reply.body["issuer_data"]?.string.flatMap { Data(base64Encoded: $0) }))
        let (signed, keyHash) = try SandboxBinding.sign(bytes, with: .generate())
        return (
            try IssuerBindingData(reading: bytes).sessionIdentifier,
            ["issuerBindingData": .string(signed), "keyHash": .string(keyHash)]
        )
    }

    private static func agree(
        atLeast count: Int, _ script: (any PassSide, inout Record) async throws -> Void
    ) async throws {
        try await JourneySandboxTests.agree(try await Real(), try Stand(), atLeast: count) { side, record in
            try await script(try #require(side as? any PassSide), &record)
        }
    }

    @Test("what apps ask: tokens, types, members, attributes and tags")
    func apps() async throws {
        try await Self.agree(atLeast: 30) { side, record in
            let good: JSONValue = ["tag_id": "TICKET-001"]
            for (name, headers) in [
                ("none", [:]), ("other", Self.basic("other:")), ("password", Self.basic("\(side.token):x")),
                ("no colon", Self.basic(side.token)), ("Bearer", ["Authorization": "Bearer \(side.token)"]),
                ("no base64", ["Authorization": "Basic \(side.token):"]),
                ("lower case", ["Authorization": "basic \(Data("\(side.token):".utf8).base64EncodedString())"]),
            ] as [(String, HTTPFields)] {
                record.note(name, try await Self.issue(side, .json(good), headers).word)
                record.note("\(name), badly", try await Self.issue(side, .text("{", type: "text/plain"), headers).word)
            }
            for (name, content) in [
                ("no type", .text(good.compactText, type: nil)), ("type", .text(good.compactText, type: "text/plain")),
                ("empty", .text("", type: "application/json")), ("list", .json([])), ("nothing", .json([:])),
                ("number", .json(["tag_id": 1])), ("blank", .json(["tag_id": ""])),
                ("control", .json(["tag_id": "\n"])),
                ("long", .json(["tag_id": .string(String(repeating: "t", count: 256))])),
                ("more", .json(["tag_id": "TICKET-001", "more": true])), ("unknown", .json(["tag_id": "OTHER"])),
            ] as [(String, Content)] {
                record.note(name, try await Self.issue(side, content).word)
            }
            for (attribute, tag) in [
                ("reference_id", "TICKET-001"), ("reference_id", "1"), ("pronto_tag_id", "1"), ("pronto_tag_id", "01"),
                ("pronto_tag_id", "0"), ("pronto_tag_id", "3"), ("pronto_tag_id", "TICKET-001"),
                ("subscription_id", "TICKET-001"), ("other", "TICKET-001"), ("", "TICKET-001"), (nil, "TICKET-001"),
                (5, "TICKET-001"), (.null, "TICKET-001"),
            ] as [(JSONValue?, JSONValue)] {
                var body: [String: JSONValue] = ["tag_id": tag]
                body["id_attribute"] = attribute
                let reply = try await Self.issue(side, .json(.object(body)))
                record.note("\(attribute ?? "none") \(tag)", "\(reply.word) \(reply.body["tag_id"] ?? .null)")
            }
            record.note("elsewhere", try await side.ask(.post, Self.path + "/nothing", .json(good)).word)
            record.note("no session", try await side.ask(.get, Self.path + "/sessions/", .none).word)
        }
    }

    @Test("what devices answer: once for each session, the same again, and not when it is over")
    func devices() async throws {
        try await Self.agree(atLeast: 20) { side, record in
            let (id, answer) = try await Self.open(side)
            record.note("pending", try await Self.status(side, id))
            for query in [
                "", "?sessionIdentifier=", "?sessionIdentifier=a&sessionIdentifier=a", "?sessionIdentifier=a%20b",
            ] {
                record.note(
                    query, try await side.ask(.post, "\(Self.path)/callback\(query)", .json(.object(answer))).word)
            }
            for (name, changes) in [
                ("upper case", ["issuerBindingData": "AB"]), ("odd", ["issuerBindingData": "abc"]),
                ("none", ["issuerBindingData": nil]), ("hash", ["keyHash": "xy"]), ("number", ["keyHash": 5]),
            ] as [(String, [String: JSONValue?])] {
                var body = answer
                for (name, value) in changes { body[name] = value }
                record.note(name, try await Self.callback(side, id, .object(body)))
            }
            record.note("unknown", try await Self.callback(side, "none", .object(answer)))
            record.note("unknown, badly", try await Self.callback(side, "none", [:]))
            record.note("bound", try await Self.callback(side, id, .object(answer.merging(["more": true]) { $1 })))
            record.note("again", try await Self.callback(side, id, .object(answer)))
            record.note("completed", try await Self.status(side, id))
            record.note("another", try await Self.callback(side, id, .object(answer.merging(["keyHash": "ab"]) { $1 })))
            let (second, late) = try await Self.open(side)
            side.pass(599)
            record.note("still pending", try await Self.status(side, second))
            side.pass(1)
            record.note("over", try await Self.callback(side, second, .object(late)))
            record.note("expired", try await Self.status(side, second))
            record.note("completed, and over", try await Self.callback(side, id, .object(answer)))
            record.note("unknown status", try await Self.status(side, "none"))
            let (third, shut) = try await Self.open(side)
            try await side.suspend()
            record.note("suspended", try await Self.callback(side, third, .object(shut)))
            record.note("its status", try await Self.status(side, third))
            record.note("its data", try await Self.issue(side, .json(["tag_id": "TICKET-001"])).word)
            record.note("badly", try await Self.issue(side, .json([:])).word)
        }
    }

    @Test("how often one may ask: for one tag, and of one session")
    func rates() async throws {
        try await Self.agree(atLeast: 90) { side, record in
            let (id, answer) = try await Self.open(side, "TICKET-002")
            for number in 1...32 { record.note("\(number)", try await Self.callback(side, id, .object(answer))) }
            for number in 1...61 {
                record.note("\(number)", try await Self.issue(side, .json(["tag_id": "TICKET-001"])).word)
            }
            record.note("the other", try await Self.issue(side, .json(["tag_id": "TICKET-002"])).word)
            side.pass(600)
            record.note("later", try await Self.issue(side, .json(["tag_id": "TICKET-001"])).word)
        }
    }
}
