import Foundation
import JourneyBase
import Testing
import WalletPass

@testable import JourneyGateway

@Suite("Sessions and user tokens") struct SessionStatusTests {
    @Test("a session is visible only to its client")
    func scoped() async throws {
        try await PassServiceFixture.visit { fixture in
            let session = try #require(try await fixture.issue().binding).sessionIdentifier
            #expect(try await fixture.status(of: session).json == ["status": "pending"])
            #expect(try await fixture.status(of: session, token: fixture.otherToken).code == "SESSION_UNKNOWN")
            #expect(try await fixture.status(of: session, token: "stranger").code == "TOKEN_INVALID")
            #expect(try await fixture.status(of: "0000").code == "SESSION_UNKNOWN")
            #expect(try await fixture.status(of: session.uppercased()).code == "SESSION_UNKNOWN")
            #expect(try await fixture.ask(.get, "sessions/", token: fixture.token).code == "NOT_FOUND")
        }
    }

    @Test(
        "a user token grants access to that person's tags for ten minutes and cannot mint others",
        arguments: PassServiceFixture.Store.available)
    func userTokens(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let minted = try await fixture.ask(.post, "user_tokens", ["holder": "ada"], token: fixture.token)
            #expect(minted.status == 201)
            #expect(Set(try #require(minted.json.object).keys) == ["token", "expires"])
            #expect(minted.response.headers["Cache-Control"] == "no-store")
            let token = try #require(minted.json["token"]?.string)
            #expect(
                minted.json["expires"]?.string
                    == Date(timeIntervalSince1970: PassServiceFixture.start + 600).ISO8601Format())
            let reply = try await fixture.issue(token: token)
            #expect(reply.status == 200)
            #expect(try await fixture.issue("TICKET-002", token: token).code == "PASS_UNKNOWN")
            #expect(try await fixture.issue("OTHER-001", token: token).code == "PASS_UNKNOWN")
            let session = try #require(reply.binding).sessionIdentifier
            #expect(try await fixture.status(of: session, token: token).json["status"]?.string == "pending")
            let bens = try #require(try await fixture.issue("TICKET-002").binding).sessionIdentifier
            #expect(try await fixture.status(of: bens, token: token).code == "SESSION_UNKNOWN")
            #expect(
                try await fixture.ask(.post, "user_tokens", ["holder": "ada"], token: token).code == "TOKEN_INVALID")
            fixture.time.pass(600)
            #expect(try await fixture.issue(token: token).code == "TOKEN_INVALID")
            // It ends together with the token that created it.
            let next = try await fixture.ask(.post, "user_tokens", ["holder": "ben"], token: fixture.token)
            let second = try #require(next.json["token"]?.string)
            #expect(try await fixture.issue("TICKET-002", token: second).status == 200)
            try await fixture.store.revokeUser("app", of: "acme", now: fixture.now)
            #expect(try await fixture.issue("TICKET-002", token: second).code == "TOKEN_INVALID")
        }
    }

    @Test("a token can be minted only for the client's own holders")
    func holders() async throws {
        try await PassServiceFixture.visit { fixture in
            for holder in ["eve", "nobody", "Ada"] {
                let reply = try await fixture.ask(
                    .post, "user_tokens", ["holder": .string(holder)], token: fixture.token)
                #expect(reply.status == 404 && reply.code == "HOLDER_UNKNOWN")
            }
            #expect(try await fixture.ask(.post, "user_tokens", [:], token: fixture.token).code == "REQUEST_INVALID")
            #expect(try await fixture.ask(.post, "user_tokens", ["holder": "ada"], token: "x").code == "TOKEN_INVALID")
            #expect(
                try await fixture.ask(
                    .post, "user_tokens", ["holder": "ada"], token: fixture.token,
                    headers: ["Content-Type": "text/plain"]
                ).code == "UNSUPPORTED_TYPE")
        }
    }
}
