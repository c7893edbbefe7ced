import JourneyBase
import Testing

@testable import CardDetailsSDK

@Suite("Card page machine", .timeLimit(.minutes(10)))
struct CardPageMachineTests {
    private func steps(_ events: [CardPageMachine.Event], _ parts: Set<CardPage.Part> = [.cardNumber, .cvv]) -> [String]
    {
        var watch = CardPageMachine(parts)
        return events.map { event in
            switch watch.take(event) {
            case .none: "-"
            case .render: "render"
            case .begin: "begin"
            case .complete: "complete"
            case .end(.success(.over(let end))): end.rawValue
            case .end(.success(.history)): "history"
            case .end(.success(.freeze)): "freeze"
            case .end(.failure(.problem(let problem))): problem.code.rawValue
            case .end(.failure): "left"
            }
        }
    }

    private let drawn: [CardPageMachine.Event] = [
        .page(.opened), .page(.rendered(.cardNumber)), .page(.rendered(.cvv)),
    ]

    @Test("the time starts with the first part, and the card is complete with the last")
    func parts() {
        #expect(steps(drawn) == ["render", "begin", "complete"])
        #expect(
            steps(
                [
                    .page(.rendered(.cvv)), .page(.rendered(.cvv)), .page(.rendered(.cardNumber)),
                    .page(.rendered(.pin)),
                ], [.cardNumber, .cvv, .pin]) == ["begin", "-", "-", "complete"])
        #expect(
            steps(drawn + [.page(.absent(.pin))], [.cardNumber, .cvv, .pin]) == ["render", "begin", "-", "complete"])
        // Only the PIN may be missing.
        #expect(steps([.page(.rendered(.cvv)), .page(.absent(.cardNumber))]) == ["begin", "-"])
    }

    @Test("a load timeout removes an incomplete card and does not affect a complete one")
    func late() {
        #expect(steps(drawn + [.late, .timeUp]).suffix(2) == ["-", "TIME_UP"])
        #expect(steps(drawn.dropLast() + [.late]).last == "NET_TIMEOUT")
        // A part was visible for the whole time limit, and the rest did not arrive.
        #expect(steps(drawn.dropLast() + [.timeUp]).last == "NET_TIMEOUT")
    }

    @Test("“Cancel” pressed with the last part leaves the viewing")
    func cancelled() {
        #expect(steps(drawn + [.answered(1, .cancelled)]).last == "left")
        #expect(steps([.answered(1, .cancelled)]) == ["left"])
        #expect(steps(drawn + [.answered(2, nil)]).last == "HIDDEN")
        #expect(steps(drawn + [.answered(2, .expired)]).last == "TIME_UP")
        #expect(steps(drawn + [.answered(2, .other("history"))]).last == "history")
        #expect(steps(drawn + [.answered(2, .other("freeze"))]).last == "freeze")
    }

    @Test("a concealed card counts as shown only if it was complete")
    func concealed() {
        #expect(steps(drawn + [.concealed(isCaptured: false)]).last == "CONCEALED")
        #expect(steps(drawn + [.concealed(isCaptured: true)]).last == "CONCEALED")
        #expect(steps(drawn.dropLast() + [.concealed(isCaptured: false)]).last == "left")
        #expect(steps([.concealed(isCaptured: true)]) == ["DISPLAY_CAPTURED"])
    }

    @Test("a page that ends, fails or is closed ends the viewing, complete or not")
    func ends() {
        for events in [drawn, Array(drawn.dropLast()), []] {
            #expect(steps(events + [.pageEnded]).last == "PAGE_PROCESS_LOST")
            #expect(steps(events + [.page(.failed(JourneyError(.cardTokenExpired, "")))]).last == "TOKEN_EXPIRED")
        }
        #expect(steps(drawn + [.page(.done)]).last == "HIDDEN" && steps([.page(.done)]) == ["left"])
        #expect(steps([.page(.copied(.cardNumber))]) == ["-"])
    }
}
