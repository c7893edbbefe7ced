import JourneyBase
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Gateway assembly")
struct GatewayAssemblyTests {
    private func assembly() async throws -> GatewayAssembly {
        var access = GatewayAccess()
        access.admit(token: Secret(copying: "token-1".utf8), partner: "partner", client: "client")
        let stores = try await GatewayStores(try await Database.patient(.memory))
        return GatewayAssembly(stores, identity: access, environment: "sandbox")
    }

    private func ask(
        _ service: GatewayService, _ method: HTTPMethod, _ path: String
    ) async throws -> (response: HTTPResponse, code: String?, name: String?) {
        let request = HTTPRequest(
            method: method, url: try #require(HTTPSURL("https://g.example\(path)")),
            headers: ["Authorization": "Bearer token-1", "X-Partner-Id": "partner", "X-Client-Id": "client"])
        let response = await service.handle(request)
        return (response, try? JSONReader.read(response.body)["code"]?.string, service.routeName(for: request))
    }

    @Test(
        "a bank's routes work beside the gateway's, and responses have nosniff")
    func beside() async throws {
        let own = ["/own/{id}", "/journeys/{id}/own", "/journeys", "/instances/{instance}/{page}"].map { pattern in
            Route(.get, pattern, body: .whole(limit: 7)) { _, _ in HTTPResponse(status: 204) }
        }
        let service = try await assembly().service(beside: own)
        for path in ["/own/7", "/journeys/a/own", "/journeys", "/instances/a/page"] {
            let answer = try await ask(service, .get, path)
            #expect(answer.response.status == 204 && answer.response.headers["X-Content-Type-Options"] == "nosniff")
            let url = try #require(HTTPSURL("https://g.example\(path)"))
            #expect(service.bodyRule(for: HTTPRequest(url: url)) == .whole(limit: 7))
        }
        // The gateway's literal segment takes precedence over the bank's parameter.
        #expect(try await ask(service, .get, "/instances/a/keys.json").code == "PROOF_INSTANCE_UNKNOWN")
        #expect(try await ask(service, .get, "/journeys/a/manifest.json").code == "JOURNEY_UNKNOWN")
    }

    @Test(
        "a bank's route that would answer the gateway's requests is refused, and others are accepted",
        arguments: [
            (HTTPMethod.get, "/journeys/transfer/manifest.json", true), (.head, "/journeys/{id}/manifest.json", true),
            (.get, "/health", true), (.get, "/{page}", true), (.post, "/ready", true),
            (.get, "/journeys/transfer/terms.json", false), (.put, "/journeys/transfer/manifest.json", false),
            (.get, "/journeys/transfer/manifest.json/", false), (.get, "/healthy/{page}", false),
        ])
    func taking(method: HTTPMethod, pattern: String, isRefused: Bool) async throws {
        let assembly = try await assembly()
        let route = Route(method, pattern) { _, _ in HTTPResponse(status: 204) }
        var error: JourneyError?
        do { _ = try assembly.service(beside: [route]) } catch let refusal { error = refusal }
        #expect((error != nil) == isRefused)
        if isRefused {
            #expect(
                error?.code == .configurationInvalid && error?.message.contains("\(method.rawValue) \(pattern)") == true
            )
        }
    }

    @Test(
        "a bank's route equal to a gateway route is refused, whatever its parameter names",
        arguments: [
            "/journeys/{id}/manifest.json", "/journeys/{journey}/openapi.json", "/.well-known/journey-keys.json",
        ])
    func clash(pattern: String) async throws {
        let assembly = try await assembly()
        let error = #expect(throws: JourneyError.self) {
            _ = try assembly.service(beside: [Route(.get, pattern) { _, _ in HTTPResponse(status: 200) }])
        }
        #expect(error?.code == .configurationInvalid && error?.message.contains("GET \(pattern)") == true)
        // Another method makes another route.
        let service = try assembly.service(beside: [Route(.put, pattern) { _, _ in HTTPResponse(status: 204) }])
        let path = pattern.replacing("{id}", with: "a").replacing("{journey}", with: "a")
        #expect(try await ask(service, .put, path).response.status == 204)
        #expect(try await ask(service, .delete, path).response.headers["Allow"] == "GET, HEAD, OPTIONS, PUT")
    }

    @Test("routes of unconfigured services are not found")
    func without() async throws {
        var assembly = try await assembly()
        for path in ["/attestations/challenges", "/striga/pages", "/api/v2/in_app_provisioning/issuer_data"] {
            let answer = try await ask(try assembly.service(), .post, path)
            #expect(answer.response.status == 404 && answer.code == "NOT_FOUND" && answer.name == nil, "\(path)")
        }
        assembly.attestation = AttestationPolicy(environment: "sandbox", appIDs: [:], roots: [])
        let answer = try await ask(try assembly.service(), .post, "/attestations/challenges")
        #expect(answer.code != "NOT_FOUND" && answer.name == "/attestations/challenges")
    }

    @Test("devices are stored in a separate database where one is given")
    func devices() async throws {
        let (rest, devices) = (try await Database.patient(.memory), try await Database.patient(.memory))
        _ = try await GatewayStores(rest, devices: devices)
        #expect(try await devices.query("SELECT 1 FROM instance").isEmpty)
        #expect(try await devices.query("SELECT 1 FROM attested_key").isEmpty)
        await #expect(throws: DatabaseError.self) { _ = try await rest.query("SELECT 1 FROM instance") }
        await #expect(throws: DatabaseError.self) { _ = try await devices.query("SELECT 1 FROM telemetry_item") }
    }
}
