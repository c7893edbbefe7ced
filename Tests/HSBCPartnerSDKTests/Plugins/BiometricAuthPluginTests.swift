import HSBCPartnerSDK
import JourneyBase
import Synchronization
import Testing

struct BiometricAuthPluginTests {
    /// Returns one verdict and records the reasons.
    final class OneVerdict: BiometricAuthenticator {
        let verdict: BiometricVerdict
        let reasons = Mutex<[String]>([])

        init(_ verdict: BiometricVerdict) { self.verdict = verdict }

        func authenticate(reason: String) async -> BiometricVerdict {
            reasons.withLock { $0.append(reason) }
            return verdict
        }
    }

    private func code(_ plugin: BiometricAuthPlugin, _ method: String, _ params: JSONValue) async -> String {
        do {
            return "\(try await plugin.handle(method, params: params))"
        } catch let error as JourneyError {
            return error.code.rawValue
        } catch {
            return "\(error)"
        }
    }

    @Test("the plugin has its name and one method")
    func names() {
        let plugin = BiometricAuthPlugin(authenticator: OneVerdict(.passed))
        #expect(plugin.name == "biometric_auth" && plugin.methods == ["performBiometric"])
        #expect(plugin.canHandle("performBiometric") && !plugin.canHandle("PerformBiometric"))
    }

    @Test("a passed check gives the result PASS, and the reason was shown")
    func passed() async throws {
        let authenticator = OneVerdict(.passed)
        let plugin = BiometricAuthPlugin(authenticator: authenticator)
        let result = try await plugin.handle("performBiometric", params: ["reason": "Pay 10 EUR to Ada"])
        #expect(result == ["biometric": "PASS"])
        #expect(authenticator.reasons.withLock { $0 } == ["Pay 10 EUR to Ada"])
    }

    @Test(
        "a closed prompt is USER_CANCELLED; a failed or unavailable check is SCA_REQUIRED",
        arguments: [
            (BiometricVerdict.cancelled, "USER_CANCELLED"), (.unavailable, "SCA_REQUIRED"), (.failed, "SCA_REQUIRED"),
        ])
    func refused(verdict: BiometricVerdict, expected: String) async {
        let plugin = BiometricAuthPlugin(authenticator: OneVerdict(verdict))
        #expect(await code(plugin, "performBiometric", ["reason": "Pay"]) == expected)
    }

    @Test(
        "parameters other than a plain reason are refused before the prompt",
        arguments: [
            [:], ["reason": 1], ["reason": ""], ["Reason": "Pay"], ["reason": "Pay", "amount": 1], ["reason": nil], nil,
            "Pay", [["reason": "Pay"]], ["reason": "Pay\nnothing"], ["reason": "Pay \u{202E}01"],
            ["reason": .string(String(repeating: "a", count: 201))],
            ["reason": .string(String(repeating: "é", count: 101))],
        ] as [JSONValue])
    func badParams(params: JSONValue) async {
        let authenticator = OneVerdict(.passed)
        let plugin = BiometricAuthPlugin(authenticator: authenticator)
        #expect(await code(plugin, "performBiometric", params) == "VALIDATION_FAIL")
        #expect(authenticator.reasons.withLock { $0 }.isEmpty)
    }

    @Test("a reason of the maximum length is shown", arguments: [200, 1])
    func fits(count: Int) async throws {
        let plugin = BiometricAuthPlugin(authenticator: OneVerdict(.passed))
        let reason = JSONValue.string(String(repeating: "a", count: count))
        #expect(try await plugin.handle("performBiometric", params: ["reason": reason]) == ["biometric": "PASS"])
    }

    @Test("another method is BRIDGE_FORBIDDEN", arguments: ["", "performbiometric", "biometric_auth", "handle"])
    func otherMethod(method: String) async {
        let plugin = BiometricAuthPlugin(authenticator: OneVerdict(.passed))
        #expect(await code(plugin, method, ["reason": "Pay"]) == "BRIDGE_FORBIDDEN")
    }
}
