import JourneyBase
import Testing

@testable import HSBCPartnerSDK

@Suite("The plugin registry")
struct PluginRegistryTests {
    private struct Echo: JourneyPlugin {
        var name: String
        var methods: Set<String>
        var answer: JSONValue = [:]
        var error: (any Error)?
        func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
            if let error { throw error }
            return answer
        }
    }

    private struct Odd: Error {}

    @Test("the first that answers a method is called; a later one of a name replaces the earlier")
    func resolution() async throws {
        let registry = PluginRegistry([
            Echo(name: "a", methods: ["x"], answer: 1), Echo(name: "b", methods: ["x", "y"], answer: 2),
            Echo(name: "b", methods: ["z"], answer: 3),
        ])
        #expect(try await registry.call("x", params: [:]) == 1)
        #expect(registry.resolve(method: "y") == nil)
        #expect(try await registry.call("z", of: "b", params: [:]) == 3)
        #expect(registry.available(among: ["x", "y", "z", "w"]) == ["x", "z"])
    }

    @Test("what is not there, was taken away, or is another plugin's cannot be called")
    func refused() async {
        let registry = PluginRegistry(
            [Echo(name: "a", methods: ["x", "y"])], capabilities: ["y": false, "q": true])
        for (method, name) in [("y", nil), ("q", nil), ("x", "b"), ("", nil), ("y", "a")] as [(String, String?)] {
            await #expect(throws: JourneyError(.bridgeForbidden, "No method of that name can be called here.")) {
                _ = try await registry.call(method, of: name, params: [:])
            }
        }
    }

    @Test("whatever a plugin throws has a code, and no text of its own reaches anyone")
    func errors() async {
        for (error, code) in [
            (JourneyError(.scaRequired, "x."), ErrorCode.scaRequired), (CancellationError(), .userCancelled),
            (Odd(), .unknown),
        ] as [(any Error, ErrorCode)] {
            let registry = PluginRegistry([Echo(name: "a", methods: ["x"], error: error)])
            do {
                _ = try await registry.call("x", params: [:])
                Issue.record("nothing was thrown")
            } catch { #expect(error.code == code) }
        }
    }
}
