import CredentialSharing
import CredentialSharingTesting
import JourneyScreens
import JourneyTesting
import MobileDocument
import Testing

/// How an app tests what it does with `CredentialSharing`; `docs/guides/testing.md` shows the first.
@Suite("Sharing documents in an app's tests")
struct DocumentExamples {
    @Test("a reader gets a verified age over 18, and a copy is used up")
    func shares() async throws {
        let sandbox = try DocumentSandbox()
        try await sandbox.issueLicence(copies: 2)
        let (holder, reader) = try await sandbox.share(.ageOver18)
        guard case .success(let result) = reader else { return #expect(Bool(false), "\(reader)") }
        #expect(result.verdict == .verified && result.ages == [18: true])
        guard case .success = holder else { return #expect(Bool(false), "\(holder)") }
        #expect(try await sandbox.documents.credentials().map(\.copiesLeft) == [1])
        #expect(sandbox.holderRadio.use == .none && sandbox.readerRadio.use == .none)
        #expect(sandbox.holderScreens.faults == [] && sandbox.readerScreens.faults == [])
    }

    @Test("a person under 18 is shown as under 18, not as missing")
    func under18() async throws {
        let sandbox = try DocumentSandbox()
        try await sandbox.issueLicence(agesOver: [18: false, 21: false])
        let (_, reader) = try await sandbox.share(.ageOver18)
        guard case .success(let result) = reader else { return #expect(Bool(false), "\(reader)") }
        #expect(result.ages == [18: false])
    }

    @Test("a reader that does not trust the authority verifies nothing")
    func strangers() async throws {
        let sandbox = try DocumentSandbox(readerBelieves: false)
        try await sandbox.issueLicence()
        let (_, reader) = try await sandbox.share(.ageOver18)
        guard case .success(let result) = reader, case .notVerified = result.verdict else {
            return #expect(Bool(false), "\(reader)")
        }
        #expect(result.ages == [:])
    }

    @Test("a person who denies sends nothing and keeps the copy")
    func denies() async throws {
        let sandbox = try DocumentSandbox(holder: DocumentSandbox.deniesAll)
        try await sandbox.issueLicence()
        let (holder, reader) = try await sandbox.share(.ageOver18)
        guard case .cancelled = holder else { return #expect(Bool(false), "\(holder)") }
        if case .success = reader { #expect(Bool(false), "something was read") }
        #expect(try await sandbox.documents.credentials().map(\.copiesLeft) == [1])
    }

    @Test("a reader whose radio is off reads nothing, and no copy is used up")
    func nothing() async throws {
        let off = try DocumentSandbox()
        try await off.issueLicence()
        off.readerRadio.become(.poweredOff)
        let (held, read) = try await off.share(.ageOver18)
        if case .success = held { #expect(Bool(false), "something was shown") }
        if case .success = read { #expect(Bool(false), "something was read") }
        #expect(try await off.documents.credentials().map(\.copiesLeft) == [1])
    }
}
