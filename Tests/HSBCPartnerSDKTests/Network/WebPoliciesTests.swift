import JourneyBase
import Testing

@testable import HSBCPartnerSDK

@Test(
    "only pages on the allowed origins may take part",
    arguments: [
        ("https", "bank.example", 443, true), ("https", "bank.example", 0, true),
        ("https", "bank.example", 8443, false),
        ("http", "bank.example", 443, false), ("file", "", 0, false), ("https", "bank.example.", 443, false),
        ("https", "bank.example.evil.test", 443, false), ("https", "evilbank.example", 443, false),
        ("https", "BANK.example", 443, false), ("blob", "bank.example", 443, false),
    ])
func isAllowed(scheme: String, host: String, port: Int, verdict: Bool) {
    let allowed = SourcePolicy([Origin(scheme: "https", host: "bank.example", port: 443)])
    #expect(WebPolicies.isAllowed(origin: Origin(scheme: scheme, host: host, port: port), allowed: allowed) == verdict)
    #expect(!WebPolicies.isAllowed(origin: Origin(scheme: scheme, host: host, port: port), allowed: SourcePolicy([])))
}
