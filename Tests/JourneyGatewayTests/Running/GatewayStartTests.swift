import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyLanguage
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Starting a gateway", .timeLimit(.minutes(10)))
struct GatewayStartTests {
    @Test("no listener opens when a secret is readable by others or a file is missing")
    func refusedStart() async throws {
        try await GatewayFolder.visit { folder in
            let key = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/key.pem"))
            for mode in [0o644, 0o604, 0o660] {
                try folder.write("key.pem", Array(key), mode: mode)
                #expect(
                    await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) }
                        == .secretExposed)
            }
            try folder.remove("key.pem")
            #expect(
                await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) } == .fileUnusable)
            #expect(
                await GatewayFixture.code { _ = try await Gateway.check(configuration: folder.file) } == .fileUnusable)
            try folder.write("key.pem", Array(key), mode: 0o640)
            #expect(try await Gateway.check(configuration: folder.file).map(\.rawValue) == ["transfer"])
            try folder.write("manifest-keys.json", Array(#"{"version": 1, "keys": []}"#.utf8))
            #expect(
                await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) } == .keysInvalid)
        }
    }

    @Test("a second gateway that cannot listen publishes and withdraws nothing")
    func portTaken() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            var members = GatewayFolder.configuration.object ?? [:]
            members["listen"] = [
                "address": "127.0.0.1", "port": .number(JSONNumber(gateway.port)), "names": ["gateway.localhost"],
            ]
            members["publishedFolder"] = "stale"
            try folder.write("second.json", JSONValue.object(members).compactBytes)
            try folder.write("stale/.keep", [])
            let wanted = await GatewayFixture.code {
                _ = try await Gateway.start(configuration: folder.path + "/second.json")
            }
            #expect(wanted == .serverError)
            #expect(try await ask.get("/journeys/transfer/manifest.json").status == 200)
        }
    }

    @Test("a check refuses what a start refuses, such as a wrong configuration key or certificate key")
    func checked() async throws {
        try await GatewayFolder.visit { folder in
            #expect(await GatewayFixture.code { _ = try await Gateway.check(configuration: folder.file) } == nil)
            try await folder.publishRemote(sequence: 2, key: try P256PrivateKey.generate())
            #expect(
                await GatewayFixture.code { _ = try await Gateway.check(configuration: folder.file) }
                    == .remoteConfigInvalid)
            try await folder.publishRemote(sequence: 2)
            let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
            let other = try DevelopmentAuthority(notBefore: begin, notAfter: end)
                .issue(names: ["gateway.localhost"], notBefore: begin, notAfter: end)
            try folder.write("key.pem", Array(other.keyPEM.utf8), mode: 0o600)
            #expect(
                await GatewayFixture.code { _ = try await Gateway.check(configuration: folder.file) } == .serverError)
            #expect(
                await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) } == .serverError)
        }
    }

    @Test(
        "a token is valid only for the partner and client in its file",
        arguments: [
            ("", nil), (" partner", nil), (" partner other", nil), (" other client", nil), (" partner client x", nil),
            ("  partner client", nil), (" partner client", 200), (" partner second", 403), (" second client", 403),
        ] as [(String, Int?)])
    func tokenLines(rest: String, status: Int?) async throws {
        try await GatewayFolder.visit { folder in
            var members = GatewayFolder.configuration.object ?? [:]
            members["partners"] = ["partner": ["client", "second"], "second": ["client"]]
            try folder.write("gateway.json", JSONValue.object(members).compactBytes)
            try folder.write(
                "tokens", Array((Hex.encode(SHA256.hash(Array(GatewayFolder.token.utf8))) + rest).utf8))
            guard let status else {
                #expect(
                    await GatewayFixture.code { _ = try await Gateway.check(configuration: folder.file) }
                        == .fileUnusable
                )
                return
            }
            guard case .tokens(let access) = try GatewayContent(file: folder.file, at: Date()).access else {
                Issue.record("The file names no context tokens.")
                return
            }
            let url = try #require(HTTPSURL("https://gateway.localhost/journeys/transfer/manifest.json"))
            let refusal = await access.refusal(of: HTTPRequest(url: url, headers: GatewayFixture.known))
            #expect(refusal?.status ?? 200 == status)
        }
    }

    @Test("old telemetry is deleted at the start, at a reload and each hour")
    func retention() async throws {
        try await GatewayFolder.visit { folder in
            let now = Mutex(Date().addingTimeInterval(-8 * 86_400))
            let (clock, random) = (ManualClock(), Dependencies.system.random)
            let dependencies = Dependencies(now: { now.withLock { $0 } }, clock: clock, random: random)
            let database = try await Database.patient(.file(folder.path + "/gateway.db"))
            let store = try await TelemetryStore(database, dependencies: dependencies)
            let span = TelemetrySpan(
                .journey, traceID: .random(dependencies), spanID: .random(dependencies),
                start: TelemetryTime(nanoseconds: 1), end: TelemetryTime(nanoseconds: 2), fields: [])
            func keep() async throws {
                try await store.receive(
                    [TelemetryBatch(resource: [], items: [.span(span)])], .traces, partner: "partner")
                #expect(try await store.documents(of: span.traceID).count == 1)
            }
            try await keep()
            now.withLock { $0 += 8 * 86_400 }
            let gateway = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
            #expect(try await store.documents(of: span.traceID).isEmpty)
            try await keep()
            now.withLock { $0 += 8 * 86_400 }
            try await gateway.reload()
            #expect(try await store.documents(of: span.traceID).isEmpty)
            try await keep()
            now.withLock { $0 += 8 * 86_400 }
            // Several loops sleep on this clock; advancing it by an hour wakes whichever waits.
            while !(try await store.documents(of: span.traceID).isEmpty), !Task.isCancelled {
                clock.advance(by: .seconds(3_600))
                await Task.yield()
            }
            #expect(try await store.documents(of: span.traceID).isEmpty)
            await gateway.stop()
        }
    }
}
