import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

@Suite("Versions")
struct VersionTests {
    /// A negotiation: the page's versions, the SDK's versions, whether the step encrypts, and the result: a version, or `nil` and
    /// the versions that the page is told.
    struct Meeting: CustomTestStringConvertible {
        var page: [String]
        var sdk: [BridgeVersion] = [.v11, .v12]
        var encrypts = false
        var agreed: String?
        var supported: JSONValue = ["1.1", "1.2"]
        var testDescription: String { "\(page) meets \(sdk.map(\.rawValue)), encrypts: \(encrypts)" }
    }

    static let meetings = [
        Meeting(page: ["1.1"], agreed: "1.1"), Meeting(page: ["1.2"], agreed: "1.2"),
        Meeting(page: ["1.1", "1.2"], agreed: "1.2"), Meeting(page: ["1.2", "1.1"], agreed: "1.2"),
        Meeting(page: ["1.3", "1.2", "1.1"], agreed: "1.2"), Meeting(page: ["2.0", "1.1"], agreed: "1.1"),
        // An older SDK.
        Meeting(page: ["1.1"], sdk: [.v11], agreed: "1.1"), Meeting(page: ["1.2", "1.1"], sdk: [.v11], agreed: "1.1"),
        Meeting(page: ["1.2"], sdk: [.v11], supported: ["1.1"]),
        // A step with encryption.
        Meeting(page: ["1.2", "1.1"], encrypts: true, agreed: "1.2"),
        Meeting(page: ["1.1"], encrypts: true, supported: ["1.2"]),
        // Nothing in common, and versions that only look similar.
        Meeting(page: []), Meeting(page: ["1.0"]), Meeting(page: ["1.10"]), Meeting(page: ["1.20"]),
        Meeting(page: ["1.2 "]), Meeting(page: [" 1.1"]), Meeting(page: ["1"]), Meeting(page: ["v1.2"]),
    ]

    @Test(
        "page and SDK use the highest common version, or the page receives the supported ones",
        arguments: meetings)
    func matrix(meeting: Meeting) throws {
        let page = try PageSide(speaking: meeting.sdk)
        page.versions = meeting.page
        if meeting.encrypts { page.encrypted = ["submit": .direct] }
        try page.present()
        page.begin()
        let answer = try #require(page.post(page.hello()))
        guard let agreed = meeting.agreed else {
            let message = try JSONReader.read(Array(answer.utf8))
            #expect(message["name"] == "bridge_reject")
            #expect(message["payload"] == ["supported": meeting.supported])
            #expect(page.refusals == [.bridgeVersion])
            // Further messages of this document are refused.
            #expect(PageSide.code(page.post(page.hello())) == "BRIDGE_NOT_READY")
            return
        }
        try page.agree(answer)
        let ready = try page.open(answer)
        #expect(ready["payload"]?["version"]?.string == agreed)
        #expect(ready["meta"]?["bridgeVersion"]?.string == agreed)
        #expect((ready["payload"]?["encryption"] != nil) == (agreed == "1.2"))
        #expect(try page.send("event", "bridge_open") == ["result": [:]])
        #expect(page.openings == [page.documentID])
        // From here on each message has this one version.
        let other = agreed == "1.2" ? "1.1" : "1.2"
        let answered = try page.send("event", "submit", meta: ["bridgeVersion": .string(other)])
        #expect(answered?["error"]?["code"] == "BRIDGE_MESSAGE_INVALID")
    }

    @Test("each version derives different keys")
    func keysAreOfOneVersion() {
        let keys = [BridgeVersion.v11, .v12].map { version in
            let keys = BridgeKeys(
                secret: Secret(copying: [1, 2, 3]), pageNonce: [UInt8](repeating: 7, count: 16),
                documentID: [UInt8](repeating: 9, count: 16), version: version)
            return [keys.pageToSDK, keys.sdkToPage].map { $0.withBytes { Hex.encode($0) } }
        }
        #expect(Set(keys.flatMap { $0 }).count == 4)
    }

    @Test("a bridge 1.1 page has no encrypted payloads and no journey state")
    func whatOldPagesDoNotHave() throws {
        let page = try PageSide()
        page.versions = ["1.1"]
        try page.connect()
        let text = page.message("event", "submit").replacing(#""payload":{}"#, with: #""jwe":"a.b.c.d.e""#)
        #expect(PageSide.code(page.post(try page.sealed(text))) == "BRIDGE_MESSAGE_INVALID")
        page.perform(page.core.sendState(["step": "intro"]))
        #expect(try page.send("request", "next_event") == nil)
    }
}
