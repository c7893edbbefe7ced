import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Pushed authorization requests at banks")
struct BankPushedRequestTests {
    private typealias Fixture = BankAuthorizationFixture

    @Test(
        "an answer to a pushed request that is none starts nothing",
        arguments: [
            ("no reference", 502), ("long", 502), ("relative", 502), ("space", 502), ("no time", 502), ("zero", 502),
            ("200", 502), ("redirect", 502), ("2 MB", 502), ("500", 502), ("array", 502), ("invalid_request", 403),
            ("invalid_client", 503), ("unreachable", 503), ("late", 504), ("513", 502), ("512", 201), ("an hour", 201),
        ])
    func pushed(fault: String, status: Int) async throws {
        let fixture = try await Fixture()
        fixture.bank.fault { request in
            func answer(_ reference: JSONValue, _ time: JSONValue = 60, status: Int = 201) -> HTTPResponse {
                .json(["request_uri": reference, "expires_in": time], status: status)
            }
            func failure(_ fate: RequestFate) -> JourneyError {
                var error = JourneyError(.netTimeout, "No answer.")
                error.requestFate = fate
                return error
            }
            return switch fault {
            case "no reference": .json(["expires_in": 60], status: 201)
            case "long": answer(.string("urn:" + String(repeating: "x", count: 4_000)))
            case "513": answer(.string("urn:" + String(repeating: "x", count: 509)))
            case "512": answer(.string("urn:" + String(repeating: "x", count: 508)))
            case "relative": answer("request/1")
            case "space": answer("urn:a b")
            case "no time": .json(["request_uri": "urn:x"], status: 201)
            case "zero": answer("urn:x", 0)
            case "an hour": answer("urn:x", 3_600)
            case "200": answer("urn:x", status: 200)
            case "redirect": HTTPResponse(status: 307, headers: ["Location": "https://evil.example/par"])
            case "2 MB": HTTPResponse(status: 201, body: [UInt8](repeating: 0x20, count: 2 << 20))
            case "500": HTTPResponse(status: 500)
            case "array": .json([["request_uri": "urn:x"]], status: 201)
            case "unreachable": throw failure(.notSent)
            case "late": throw failure(.unknown)
            default: .json(["error": .string(fault)], status: fault == "invalid_client" ? 401 : 400)
            }
        }
        let (told, answer) = try await fixture.start()
        #expect(told == status, "\(answer.compactText)")
        if status == 201 { #expect(answer["expiresIn"] == (fault == "an hour" ? 600 : 60)) }
        #expect(fixture.bank.state.withLock { $0.requests.allSatisfy { $0.url.origin.host == "bank.example" } })
    }

    @Test(
        "a consent that could change the request's meaning is refused before anything is sent",
        arguments: ["", "a b", "a\"b", "a/b", "ä", String(repeating: "a", count: 129)])
    func consents(consent: String) async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.start(consent).0 == 400)
        #expect(fixture.bank.state.withLock { $0.requests.isEmpty })
        #expect(try await fixture.start(String(repeating: "a", count: 128)).0 == 201)
    }

    @Test("callers, partners and banks that are not known start nothing")
    func unknownCallers() async throws {
        let fixture = try await Fixture()
        for (bank, token, status) in [("uk", "nobody", 401), ("uk", "foreign", 403), ("other", "context", 404)] {
            #expect(try await fixture.start(bank: bank, as: token).0 == status)
        }
        let codes = "/bank-authorizations/uk/codes"
        #expect(try await fixture.call(codes, ["state": "a", "code": "b"]).0 == 400)
        #expect(try await fixture.call(codes, ["state": "a", "code": "b", "iss": 1]).0 == 400)
        #expect(fixture.bank.state.withLock { $0.requests.isEmpty })
    }

    @Test("a caller begins a limited number of authorizations; others are not held back, and time frees them")
    func limited() async throws {
        let fixture = try await Fixture()
        // One that has ended counts too, and so does one that the bank refused; one that was not sent does not.
        var back = try await fixture.returned()
        back.iss = "https://auth.evil.example"
        #expect(try await fixture.exchange(back).0 == 403)
        fixture.bank.fault { _ in .json(["error": "invalid_request"], status: 400) }
        #expect(try await fixture.start().0 == 403)
        fixture.bank.fault { _ in
            var error = JourneyError(.netUnreachable, "No connection.")
            error.requestFate = .notSent
            throw error
        }
        #expect(try await fixture.start().0 == 503)
        fixture.bank.fault { _ in nil }
        for _ in 2..<BankAuthorizationStore.mostBegun { #expect(try await fixture.start().0 == 201) }
        #expect(try await fixture.start().0 == 429)
        #expect(try await fixture.start(as: "other").0 == 201)
        fixture.time(Double(BankAuthorizationService.lifetime))
        #expect(try await fixture.start().0 == 201)
    }
}
