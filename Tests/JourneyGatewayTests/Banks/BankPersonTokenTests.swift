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

@Suite("Tokens of people at banks")
struct BankPersonTokenTests {
    private typealias Fixture = BankAuthorizationFixture

    @Test("a token serves its consent and caller alone, once named, until it expires or the bank refuses it")
    func tokens() async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.exchange(try await fixture.returned()).0 == 200)
        for (consents, caller) in [
            ([], "context"), (["C-2"], "context"), (["C-1", "C-1"], "context"), (["C-1"], "other"),
            (["C-1"], "client-2"),
        ] as [([String], String)] {
            let (status, problem) = try await fixture.pay(consents, as: caller)
            #expect(status == 403 && problem["code"] == "BANK_AUTHORIZATION_REQUIRED")
        }
        #expect(fixture.payments == 0)
        #expect(try await fixture.pay().0 == 201)
        // The bank revokes it: the call was not evaluated, and the app hears so.
        fixture.bank.state.withLock { $0.tokens = [:] }
        #expect(try await fixture.pay().1["code"] == "BANK_AUTHORIZATION_REQUIRED")
        let count = fixture.payments
        #expect(try await fixture.pay().0 == 403 && fixture.payments == count)
        #expect(try await fixture.exchange(try await fixture.returned()).0 == 200)
        fixture.time(299)
        #expect(try await fixture.pay().0 == 201)
        fixture.time(1)
        #expect(try await fixture.pay().0 == 403)
    }

    @Test("what has expired is deleted, and what is remembered of a code outlives it")
    func pruned() async throws {
        let database = try await Database.open(.memory)
        let fixture = try await Fixture(database: database)
        let back = try await fixture.returned()
        #expect(try await fixture.exchange(back).0 == 200)
        func counts() async throws -> [Int64] {
            [
                try await database.first("SELECT COUNT(*) FROM bank_authorization").map { try $0[0] } ?? -1,
                try await database.first("SELECT COUNT(*) FROM bank_token").map { try $0[0] } ?? -1,
            ]
        }
        await fixture.stores.pruneShortLived(.silent)
        #expect(try await counts() == [1, 1])
        fixture.time(601)
        await fixture.stores.pruneShortLived(.silent)
        #expect(try await counts() == [1, 0])
        fixture.time(Double(BankAuthorizationStore.memory))
        await fixture.stores.pruneShortLived(.silent)
        #expect(try await counts() == [0, 0])
    }

    @Test("a sealed token opens for its consent, caller, bank and secret alone")
    func sealed() throws {
        let (secret, token) = (Secret(copying: [UInt8](repeating: 1, count: 32)), Secret(copying: "token".utf8))
        func caller(_ partner: String, _ client: String) -> GatewayCaller {
            GatewayCaller(partner: partner, client: client, session: [1, 2])
        }
        let keys = BankAuthorizationKeys(secret, bank: "uk")
        let digest = keys.digest(ofConsent: "C-1", caller("ab", "c"))
        let sealed = try keys.seal(token, for: digest, nonce: [UInt8](repeating: 9, count: 12))
        #expect(keys.open(sealed, for: digest)?.hasSameBytes(as: token) == true)
        let others = [
            keys.digest(ofConsent: "C-2", caller("ab", "c")), keys.digest(ofConsent: "C-1", caller("a", "bc")),
            keys.digest(ofState: "C-1", caller("ab", "c")),
            BankAuthorizationKeys(secret, bank: "uk2").digest(ofConsent: "C-1", caller("ab", "c")),
            keys.digest(
                ofConsent: "C-1", GatewayCaller(partner: "ab", client: "c", session: [1, 2], subject: [3])),
        ]
        #expect(Set(others + [digest]).count == others.count + 1)
        for other in others { #expect(keys.open(sealed, for: other) == nil) }
        let foreign = BankAuthorizationKeys(Secret(copying: [UInt8](repeating: 2, count: 32)), bank: "uk")
        #expect(foreign.open(sealed, for: digest) == nil && keys.open([], for: digest) == nil)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(keys.open(changed, for: digest) == nil)
        }
        #expect(keys.verifier(ofState: "s") != foreign.verifier(ofState: "s"))
        #expect(keys.nonce(ofState: "s") != keys.nonce(ofState: "t"))
    }
}
