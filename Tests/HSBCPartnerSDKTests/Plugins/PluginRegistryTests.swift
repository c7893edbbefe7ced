import JourneyBase
import Testing

@testable import HSBCPartnerSDK

@Suite("The plugin registry")
struct PluginRegistryTests {
    private struct Echo: JourneyPlugin {
        var name: String
        var methods: Set<String>
        var permissions: Set<PluginPermission> = []
        var answer: JSONValue = [:]
        var error: (any Error)?
        func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
            if let error { throw error }
            return answer
        }
    }

    private struct Odd: Error {}

    @Test("the first plugin with a method handles it; a later plugin of the same name replaces the earlier")
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

    @Test("a missing, disabled or other plugin's method cannot be called")
    func refused() async {
        let registry = PluginRegistry(
            [Echo(name: "a", methods: ["x", "y"])], capabilities: ["y": false, "q": true])
        for (method, name) in [("y", nil), ("q", nil), ("x", "b"), ("", nil), ("y", "a")] as [(String, String?)] {
            await #expect(throws: JourneyError(.bridgeForbidden, "The requested plugin method is not available here."))
            {
                _ = try await registry.call(method, of: name, params: [:])
            }
        }
    }

    @Test("a plugin that lacks a permission is unavailable, and its missing permissions are reported")
    func permissions() async {
        let camera = Echo(name: "camera", methods: ["take"], permissions: [.camera, .location])
        let plain = Echo(name: "plain", methods: ["take", "say"], answer: 1)
        for granted in [[], [.camera], [.location, .biometrics]] as [Set<PluginPermission>] {
            let registry = PluginRegistry([camera, plain], granted: granted)
            #expect(registry.plugin(named: "camera") == nil)
            #expect(registry.missingPermissions(of: "camera") == Set([.camera, .location]).subtracting(granted))
            #expect(registry.resolve(method: "take")?.name == "plain")
        }
        let registry = PluginRegistry([camera, plain], granted: [.camera, .location])
        #expect(registry.resolve(method: "take")?.name == "camera")
        #expect(registry.missingPermissions(of: "camera").isEmpty && registry.missingPermissions(of: "none").isEmpty)
    }

    @Test("every plugin error maps to a code, and its own text is not passed on")
    func errors() async {
        for (error, code) in [
            (JourneyError(.scaRequired, "4929 typed"), ErrorCode.scaRequired), (CancellationError(), .userCancelled),
            (Odd(), .unknown), (JourneyError(ErrorCode(rawValue: "PIN_940317"), "4929 typed"), .unknown),
            (JourneyError(ErrorCode(rawValue: "4929 typed"), "x."), .unknown),
            (JourneyError(ErrorCode(rawValue: "OUT_OF_PAPER"), "x."), ErrorCode(rawValue: "OUT_OF_PAPER")),
        ] as [(any Error, ErrorCode)] {
            let registry = PluginRegistry([Echo(name: "a", methods: ["x"], error: error)])
            do {
                _ = try await registry.call("x", params: [:])
                Issue.record("nothing was thrown")
            } catch {
                #expect(error.code == code)
                #expect(!error.message.contains("4929"))
            }
        }
    }
}
