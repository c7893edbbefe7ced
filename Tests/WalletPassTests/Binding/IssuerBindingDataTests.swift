import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import WalletPass

@Suite("Binding data")
struct IssuerBindingDataTests {
    private let sample = """
        {"fidoProfile":{"relyingPartyIdentifier":"passes.example.com","accountHash":"acct-hash-1"},"creationTimestamp":\
        "2026-01-02T03:04:05Z","sessionIdentifier":"f3b1c2d4e5f60718293a4b5c6d7e8f90","callbackURL":"https://passes.example.com/\
        callback","passTypeIdentifier":"pass.com.example.test","teamIdentifier":"ABCDE12345","displayableName":"Example"}
        """

    @Test("a known sample is parsed and keeps its bytes")
    func reading() throws {
        let bytes = Array(sample.utf8)
        #expect(bytes.count == 344 && Hex.encode(SHA256.hash(bytes)).hasPrefix("8bb55fc92726044f"))
        let data = try IssuerBindingData(reading: bytes)
        #expect(data.bytes == bytes && data.accountHash == "acct-hash-1" && data.keyHash == nil)
        #expect(data.created == Date(timeIntervalSince1970: 1_767_323_045) && data.names == PassAuthorityFixture.names)
        #expect(data.callback.description == "https://passes.example.com/callback")
    }

    @Test("created binding data contains its inputs")
    func making() throws {
        let callback = try #require(HTTPSURL("https://passes.example.com/callback"))
        let made = IssuerBindingData(
            relyingPartyIdentifier: "passes.example.com", accountHash: "a", keyHash: "k",
            created: PassAuthorityFixture.now + 0.7,
            sessionIdentifier: "s", callback: callback, names: PassAuthorityFixture.names, displayableName: "Example")
        let read = try IssuerBindingData(reading: made.bytes)
        #expect(
            read.bytes == made.bytes && read.created == PassAuthorityFixture.now
                && made.created == PassAuthorityFixture.now)
        #expect(read.keyHash == "k" && read.sessionIdentifier == "s" && read.displayableName == "Example")
    }

    @Test(
        "a missing or invalid member is named",
        arguments: [
            ("\"accountHash\":\"acct-hash-1\"", "\"accountHash\":7", "accountHash"),
            ("2026-01-02T03:04:05Z", "2026-01-02 03:04:05", "creationTimestamp"),
            ("https://passes.example.com/callback", "http://passes.example.com/callback", "callbackURL"),
            ("pass.com.example.test", "com.example.test", "passTypeIdentifier"),
            ("ABCDE12345", "ABCDE1234", "teamIdentifier"), ("displayableName", "name", "displayableName"),
            ("f3b1c2d4e5f60718293a4b5c6d7e8f90", "", "sessionIdentifier"),
        ])
    func faults(old: String, new: String, member: String) {
        let bytes = Array(sample.replacingOccurrences(of: old, with: new).utf8)
        #expect(throws: IssuerBindingData.Unreadable(member: member)) { try IssuerBindingData(reading: bytes) }
    }

    @Test("a link contains data and signature, and any other link is refused")
    func links() throws {
        let session = SecurePassSession(issuerData: Array(sample.utf8), signature: [0xFB, 0xFF, 0xFE])
        #expect(session.link.hasPrefix("https://wallet.apple.com/securePassSession#eyJmaWRvUHJvZmlsZSI6eyJyZWx5aW5n"))
        #expect(session.link.hasSuffix("ZU5hbWUiOiJFeGFtcGxlIn0=&+//+"))
        #expect(SecurePassSession(link: session.link) == session)
        for link in [
            "", session.link + "&", session.link + "&AA==", session.link.replacingOccurrences(of: "&", with: ""),
            session.link.replacingOccurrences(of: "wallet.apple.com", with: "wallet.apple.com.example"),
            session.link.replacingOccurrences(of: "+//+", with: "-__-"),
            "https://wallet.apple.com/securePassSession#&", "https://wallet.apple.com/securePassSession#AA==&",
        ] { #expect(SecurePassSession(link: link) == nil, "\(link)") }
    }

    @Test("binding data is signed as sent and verified with the pass verifier")
    func signed() throws {
        let town = try PassAuthorityFixture()
        let bytes = Array(sample.utf8)
        let signature = try town.signer.sign(bytes, at: PassAuthorityFixture.now)
        let signer = try town.verifier.signer(of: bytes, signature, at: PassAuthorityFixture.now)
        #expect(signer.names == PassAuthorityFixture.names && signer.time == PassAuthorityFixture.now)
        #expect(throws: PassVerifier.Failure.signature(.contentMismatch)) {
            try town.verifier.signer(of: bytes + [0x0A], signature, at: PassAuthorityFixture.now)
        }
    }
}
