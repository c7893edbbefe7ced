import Foundation
import JourneyBase
import JourneyHarness
import Testing

@Suite("System tools")
struct SystemToolTests {
    @Test("a virtual display has a name and is removed when closed")
    func display() async throws {
        guard Tool.path(of: "Xvfb") != nil else { return }
        let first = try await VirtualDisplay()
        let second = try await VirtualDisplay()
        #expect(first.name.hasPrefix(":"))
        #expect(first.name != second.name)
        await first.close()
        await second.close()
    }

    @Test("a tool's output and status are returned, and a missing tool is status 127")
    func tools() async {
        let answer = await Tool.run("sh", ["-c", "echo yes; exit 4"])
        #expect(answer.status == 4)
        #expect(answer.output == "yes")
        #expect(await Tool.run("no-such-tool-anywhere", []).status == 127)
        #expect(Tool.path(of: "sh")?.hasSuffix("/sh") == true)
        #expect(Tool.path(of: "no-such-tool-anywhere") == nil)
        #expect(Tool.ownFolder.hasPrefix("/"))
    }
}
