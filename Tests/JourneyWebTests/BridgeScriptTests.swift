import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Script files")
struct BridgeScriptTests {
    @Test("the library adds nothing to window and evaluates no script")
    func noGlobals() {
        let text = String(decoding: JourneyWebResources.bridgeScript, as: UTF8.self)
        for word in ["window.", "globalThis.", "eval(", "Function(", "innerHTML"] { #expect(!text.contains(word)) }
    }

    @Test("the relay reports each message's origin and frame")
    func relay() {
        #expect(JourneyWebResources.relayScript.contains("location.origin"))
        #expect(JourneyWebResources.relayScript.contains("window.top === window"))
    }
}
