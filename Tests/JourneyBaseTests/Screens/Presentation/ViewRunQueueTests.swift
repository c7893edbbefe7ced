import Testing

@testable import JourneyBase

@MainActor
struct ViewRunQueueTests {
    @MainActor
    private final class Log {
        var words: [String] = []
        var arrivals: [String: VisibilityGate] = [:]

        /// A run that continues until it is finished or cancelled, and records its end.
        func run(_ name: String) -> ViewRunQueue.Body {
            let arrival = VisibilityGate()
            arrivals[name] = arrival
            return { [self] hasEnded in
                words.append("\(name) begins")
                let isDone = await arrival.wait()
                words.append(
                    "\(name) \(isDone ? "is done" : "is cancelled"), wanted: \(hasEnded()), again: \(hasEnded())")
            }
        }
    }

    private func settle() async { for _ in 0..<40 { await Task.yield() } }

    @Test("a run begins once, however often the view is drawn, and another can follow it")
    func once() async {
        let (runs, log) = (ViewRunQueue(), Log())
        runs.begin(log.run("a"))
        let a = log.arrivals["a"]
        await settle()
        runs.begin(log.run("not"))
        a?.open()
        await settle()
        runs.begin(log.run("b"))
        log.arrivals["b"]?.open()
        await settle()
        #expect(
            log.words == [
                "a begins", "a is done, wanted: true, again: false", "b begins",
                "b is done, wanted: true, again: false",
            ])
    }

    @Test("a run requested after a cancellation begins when the first has ended")
    func anew() async {
        let (runs, log) = (ViewRunQueue(), Log())
        runs.begin(log.run("a"))
        await settle()
        runs.cancel()
        runs.begin(log.run("b"))
        runs.begin(log.run("c"))
        await settle()
        log.arrivals["c"]?.open()
        await settle()
        #expect(
            log.words == [
                "a begins", "a is cancelled, wanted: false, again: false", "c begins",
                "c is done, wanted: true, again: false",
            ])
    }

    @Test("a run that is cancelled twice does not begin")
    func takenBack() async {
        let (runs, log) = (ViewRunQueue(), Log())
        runs.cancel()
        runs.begin(log.run("a"))
        runs.cancel()
        runs.begin(log.run("b"))
        runs.cancel()
        await settle()
        #expect(log.words == ["a begins", "a is cancelled, wanted: true, again: false"])
    }

    @Test("a run requested from a result begins when the previous run has ended")
    func fromTheResult() async {
        let (runs, log) = (ViewRunQueue(), Log())
        let second = log.run("b")
        runs.begin { hasEnded in
            log.words.append("a ends, wanted: \(hasEnded())")
            runs.begin(second)
            log.words.append("a has left")
        }
        await settle()
        #expect(log.words == ["a ends, wanted: true", "a has left", "b begins"])
        runs.cancel()
        await settle()
    }

    @Test("a run ends with its owner and does not retain it")
    func owner() async {
        let log = Log()
        var runs: ViewRunQueue? = ViewRunQueue()
        weak let left = runs
        runs?.begin(log.run("a"))
        await settle()
        runs = nil
        #expect(left == nil)
        await settle()
        #expect(log.words == ["a begins", "a is cancelled, wanted: true, again: false"])
    }
}
