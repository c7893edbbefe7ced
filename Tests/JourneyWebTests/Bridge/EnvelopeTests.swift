import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Envelope")
struct EnvelopeTests {
    private static let meta = #"{"ts":1790000000000,"nonce":"nonce-0001","bridgeVersion":"1.1","docId":"DOC"}"#

    private static func text(
        kind: String = #""event""#, name: String = #""submit""#, id: String = #""1""#, payload: String = "{}",
        meta: String = meta, extra: String = ""
    ) -> String {
        #"{"kind":\#(kind),"name":\#(name),"payload":\#(payload),"id":\#(id),"meta":\#(meta)\#(extra)}"#
    }

    /// Invalid messages. `DOC` stands for the document's id.
    static let bad: [String] = [
        text(extra: #","kind":"event""#), text(extra: #","extra":1"#), text(payload: "[]"), text(payload: "null"),
        text(payload: #"{"a":1,"a":2}"#), text(payload: "{}", extra: " x"), text(kind: #""Event""#), text(kind: "1"),
        text(name: #""""#), text(name: #""a b""#), text(name: #""é""#),
        text(name: #""\#(String(repeating: "n", count: 65))""#),
        text(id: "1"), text(id: "null"), text(id: #""a/b""#),
        text(meta: meta.replacing("1790000000000", with: "1790000000000.0")),
        text(meta: meta.replacing("1790000000000", with: #""1790000000000""#)),
        text(meta: meta.replacing("1790000000000", with: "1.79e12")),
        text(meta: meta.replacing("nonce-0001", with: "short")), text(meta: meta.replacing(#""ts""#, with: #""TS""#)),
        text(meta: meta.replacing("}", with: #","color":"red"}"#)),
        text(meta: meta.replacing("}", with: #","traceparent":"00-0-0-00"}"#)),
        text(meta: meta.replacing("}", with: #","sdkVersion":1}"#)), text(meta: meta.replacing(#""DOC""#, with: "1")),
        text(payload: String(repeating: #"{"a":"#, count: 30) + "1" + String(repeating: "}", count: 30)),
        #"{"a":1}"#, "\u{FEFF}" + text(),
    ]

    @Test("text that is not a bridge message is refused", arguments: bad)
    func refused(text: String) {
        #expect(BridgeEnvelope(Array(text.utf8), depth: 24) == nil)
    }

    @Test("a valid message is read unchanged")
    func accepted() throws {
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let meta = EnvelopeTests.meta.replacing("}", with: #","traceparent":"\#(trace)","sdkVersion":"1"}"#)
        let text = EnvelopeTests.text(payload: #"{"n":12345678901234567890,"x":null}"#, meta: meta)
        let envelope = try #require(BridgeEnvelope(Array(text.utf8), depth: 24))
        #expect(envelope.kind == .event)
        #expect(envelope.name == "submit")
        #expect(envelope.payload.compactText == #"{"n":12345678901234567890,"x":null}"#)
        #expect(envelope.time == 1_790_000_000_000)
        #expect(envelope.traceparent == trace)
        #expect(envelope.documentID == "DOC")
    }

    @Test("the key schedule matches the published values")
    func keySchedule() {
        let keys = BridgeKeys(
            secret: Secret(copying: (0..<32).map { UInt8($0) }), pageNonce: [UInt8](repeating: 7, count: 16),
            documentID: [UInt8](repeating: 9, count: 16))
        // Computed with another implementation of HKDF.
        #expect(
            keys.pageToSDK.withBytes { Hex.encode($0) }
                == "c354ecc01271133f6e1a614d02ce2d9233e7f0538bb261249c3714296f41bedf")
        #expect(
            keys.sdkToPage.withBytes { Hex.encode($0) }
                == "46eba7e63fd9d69e183e6cf45cb8c4f06a7a4be5a696045bb0a284bf4331af53")
    }

    @Test("a seal covers the exact bytes and is the last member")
    func seal() throws {
        let key = Secret(copying: [UInt8](repeating: 1, count: 32))
        let rest = Array(#"{"b":1.0, "a":"é"}"#.utf8)
        let sealed = BridgeSeal.seal(rest, key: key)
        #expect(sealed.starts(with: rest.dropLast()))
        #expect(sealed.count == rest.count + 52)
        #expect(BridgeSeal.open(sealed, key: key) == rest)
        #expect(BridgeSeal.open(sealed, key: Secret(copying: [UInt8](repeating: 2, count: 32))) == nil)
        #expect(BridgeSeal.split(rest) == nil)
    }
}
