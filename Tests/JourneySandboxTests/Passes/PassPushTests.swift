import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneyHarness
import JourneyServer
import TestSupport
import Testing
import WalletPass

@testable import JourneySandbox
@testable import SandboxServices

@Suite(
    "Pushes of the sandbox's passes", .timeLimit(.minutes(10)),
    .enabled(if: FakePushService.python != nil, Comment(rawValue: FakePushService.missing)))
struct PassPushTests {
    @Test(
        "a pass changed in the database is pushed, listed and served, and the fake APNs gets the certificate")
    func changed() async throws {
        let scratch = try Scratch()
        let state = try DevelopmentState(directory: scratch.path + "/state")
        let passes = try state.passes()
        let standIn = try await FakePushService.start(
            certificatePEM: state.server.certificatePEM, keyPEM: state.server.keyPEM,
            authoritiesPEM: passes.authorityPEM)
        let trust = TLSTrust(authorities: [state.authority.certificatePEM])
        let file = DatabaseLocation.file(scratch.path + "/passes.sqlite")
        var options = PassServer.Options(identity: state.server, signer: passes.signer, token: passes.token)
        options.database = file
        let service = try #require(Origin(scheme: "https", host: "localhost", port: standIn.port))
        options.pushes = PassServer.Pushes(service: service) {
            CurlTransport(trust: trust, presenting: $0, requiresHTTP2: true)
        }
        let server = try await PassServer.start(options)
        #expect(server.pushService == service)
        let network = CurlTransport(trust: trust)
        func ask(
            _ method: HTTPMethod, _ origin: Origin, _ path: String, query: String? = nil, token: String? = nil,
            _ body: JSONValue? = nil
        ) async throws -> HTTPResponse {
            let url = try #require(HTTPSURL(origin: origin, path: path, query: query))
            return try await network.send(
                HTTPRequest(
                    method: method, url: url, headers: token.map { ["Authorization": "ApplePass \($0)"] } ?? [:],
                    body: body?.compactBytes ?? []), options: HTTPOptions(timeout: .seconds(30)))
        }
        do {
            // Another process, from the service's point of view.
            let database = try await Database.open(file)
            defer { database.close() }
            let records = try await PassStore(database)
            let pass = try await records.pass(on: "TICKET-001", of: "demo")
            let (type, serial, token) = (pass.passTypeIdentifier, pass.serialNumber, pass.authenticationToken)
            let device = "/wallet/v1/devices/device-1/registrations/\(type)"
            let push = String(repeating: "5a", count: 32)
            let registered = try await ask(
                .post, server.origin, "\(device)/\(serial)", token: token, ["pushToken": .string(push)])
            #expect(registered.status == 201)
            let known = try JSONReader.read(try await ask(.get, server.origin, device).body)
            let tag = try #require(known["lastUpdated"]?.string)

            // However long the service takes; a single request to the fake service waits for up to twenty seconds.
            func heard(after count: Int64) async throws -> JSONValue {
                while true {
                    let told = try JSONReader.read(
                        try await ask(.get, service, "/standin/devices/\(push)/pushes", query: "after=\(count)").body)
                    if let number = told["count"]?.number?.int64, number > count { return told }
                }
            }
            // The registration sends one push.
            #expect(try await heard(after: 0)["count"] == 1)
            try await records.changePass(on: "TICKET-001", of: "demo", values: ["seat": "1 A"], now: Date())
            #expect(try await heard(after: 1) == ["count": 2, "topics": [.string(type), .string(type)]])
            let news = try JSONReader.read(
                try await ask(.get, server.origin, device, query: "passesUpdatedSince=\(tag)").body)
            #expect(news["serialNumbers"] == [.string(serial)])
            let latest = try await ask(.get, server.origin, "/wallet/v1/passes/\(type)/\(serial)", token: token)
            let root = try #require(Certificate.list(pem: passes.authorityPEM).first)
            let taken = try PassVerifier(anchors: [try TrustAnchor(root)]).verify(latest.body, at: Date())
            #expect(String(decoding: taken.files["pass.json"] ?? [], as: UTF8.self).contains("1 A"))
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
        await standIn.end()
    }
}
