import Foundation
import JourneyBase
import Testing

@Suite("Telemetry fields")
struct TelemetryFieldTests {
    @Test(
        "a value that fits its key is accepted",
        arguments: [
            (TelemetryKey.journey, "money-transfer"), (.step, "amount_2"), (.operation, "createPayment.v1"),
            (.code, "X_12"),
            (.outcome, "pending"), (.httpMethod, "POST"), (.version, "1.20.3"), (.environment, "sandbox"),
            (.correlation, "0af76519-16cd-43dd-8448-eb211c80319c"), (.service, "journeykit"), (.step, "step-12345"),
        ])
    func fits(key: TelemetryKey, text: String) { #expect(TelemetryField(key, text)?.text == text) }

    /// Personal input, and data in disguise that must not be sent.
    private static let texts = [
        "", "Ada Lovelace", "ada@example.org", "+44 20 7946 0958", "4111111111111111", "4111-1111-1111-1111",
        "GB29NWBK60161331926819",
        "40-12-34.12345678", "1234 5678", "a\nb", "héllo", "https://bank.example/?token=x", "Bearer abc",
        "eyJhbGciOi.eyJzdWIi.c2ln+",
        "{\"pin\":1234}", "step=1", "../etc", ".hidden", "My flat is on fire", String(repeating: "a", count: 65),
        "a\u{0}",
        "20-07-94-60-95",
    ]

    @Test("no key accepts free text", arguments: TelemetryKey.allCases)
    func freeText(key: TelemetryKey) {
        for text in Self.texts { #expect(TelemetryField(key, text) == nil, "\(key): \(text)") }
    }

    @Test(
        "near misses of telemetry fields are refused",
        arguments: [
            (TelemetryKey.outcome, "Completed"), (.outcome, "completed "), (.httpMethod, "get"), (.httpMethod, "TRACE"),
            (.code, "x_12"), (.code, "_X"), (.code, "E123456"), (.version, "1.2-beta"), (.version, "123456"),
            (.correlation, "0AF76519-16cd-43dd-8448-eb211c80319c"), (.correlation, "0af7651916cd43dd8448eb211c80319c"),
            (.installation, "0af76519-16cd-43dd-8448-eb211c80319"), (.attempt, "1"), (.status, "200"),
            (.service, "other"),
            (.step, "a1234.56"), (.step, "a12_34-56"),
        ])
    func misses(key: TelemetryKey, text: String) { #expect(TelemetryField(key, text) == nil) }

    @Test(
        "numbers stay in their range and are accepted by their keys only",
        arguments: [
            (TelemetryKey.status, Int64(99), false), (.status, 100, true), (.status, 599, true), (.status, 600, false),
            (.attempt, 0, false), (.attempt, 1, true), (.attempt, 101, false), (.count, 1_000_001, false),
            (.count, 0, true),
            (.count, -1, false), (.journey, 1, false), (.outcome, 1, false), (.correlation, 1, false),
            (.status, .max, false),
        ])
    func numbers(key: TelemetryKey, number: Int64, isTaken: Bool) {
        #expect((TelemetryField(key, number) != nil) == isTaken)
    }

    @Test("times and durations do not overflow")
    func time() {
        #expect(TelemetryTime(.distantPast).nanoseconds == 0)
        #expect(TelemetryTime(.distantFuture).nanoseconds == 0)
        #expect(TelemetryTime(nanoseconds: 5).after(.nanoseconds(7)).nanoseconds == 12)
        #expect(TelemetryTime(nanoseconds: 5).after(.seconds(-7)).nanoseconds == 5)
        #expect(TelemetryTime(nanoseconds: .max).after(.seconds(1)).nanoseconds == .max)
        #expect(TelemetryTime(.init(timeIntervalSince1970: 1.5)).nanoseconds == 1_500_000_000)
    }
}
