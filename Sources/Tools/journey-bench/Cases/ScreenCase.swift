import JourneyBase
import JourneyHarness
import JourneyWeb

/// Drawing the approval of a payment, against the same content as the generic blocks of 1.0 were drawn.
enum ScreenCase {
    /// Pages per sample.
    private static let pages = 8

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        await Workbench.allowPages()
        let window = try await ScreenMeasurement.make()
        let screen = Screen(
            id: "transaction-approval", title: "Approve this payment", text: "Rent for May",
            body: [
                .amount(Screen.Amount(label: "Amount", value: "£1,250.00")),
                .details(
                    Screen.Details([
                        Screen.Detail("Fee", "£0.50"), Screen.Detail("To", "Amelia Stone"),
                        Screen.Detail("Account", "04-00-04 12345678", kind: .reference),
                    ])),
            ],
            actions: [
                Screen.Action(id: "approve", label: "Pay £1,250.50"),
                Screen.Action(id: "cancel", label: "Cancel", role: .cancel),
            ])
        let floor = "the page of 1.0 with the same content"
        let former: @Sendable () async throws -> Void = {
            for _ in 0..<pages { try await window.draw(html: FormerScreen.payment) }
        }
        let next = try await bench.sampler.compare(
            floor: former, ours: { for _ in 0..<pages { try await window.draw(screen) } })
        let first = try await bench.sampler.compare(
            floor: former, ours: { for _ in 0..<pages { try await window.drawFirst(screen) } })
        await window.close()
        return [
            Measurement(
                "screen, drawn and laid out", floor: floor, next, units: Double(pages), aim: .ratio(1.1)),
            Measurement(
                "the first screen of a window", floor: floor, first, units: Double(pages), aim: .ratio(1.1)),
        ]
    }
}
