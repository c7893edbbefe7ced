import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Script files")
struct BridgeScriptTests {
    @Test("the library leaves nothing on window and builds no script")
    func noGlobals() {
        let text = String(decoding: JourneyWebResources.bridgeScript, as: UTF8.self)
        for word in ["window.", "globalThis.", "eval(", "Function(", "innerHTML"] { #expect(!text.contains(word)) }
    }

    @Test("the relay says where each message comes from")
    func relay() {
        #expect(JourneyWebResources.relayScript.contains("location.origin"))
        #expect(JourneyWebResources.relayScript.contains("window.top === window"))
    }
}
