import Testing

@testable import JourneyServer

@Suite("Timer wheel and number lists")
struct TimerWheelTests {
    @Test("a timer fires at its tick, not before, and once")
    func fires() {
        var wheel = TimerWheel(now: 10)
        for (number, tick) in [(3, 12), (4, 11), (5, 12), (6, 10_000)] as [(Int, UInt64)] {
            wheel.set(number, at: tick)
        }
        #expect(wheel.advance(to: 10).isEmpty)
        #expect(wheel.advance(to: 11) == [4])
        #expect(wheel.advance(to: 12) == [3, 5])
        #expect(wheel.advance(to: 9_999).isEmpty && wheel.tick(of: 6) == 10_000)
        #expect(wheel.advance(to: 10_000) == [6])
        #expect(wheel.advance(to: 20_000).isEmpty && wheel.count == 0)
    }

    @Test("a timer that is reset or cancelled follows its last setting")
    func changes() {
        var wheel = TimerWheel(now: 0)
        wheel.set(1, at: 5)
        wheel.set(1, at: 9)
        wheel.set(2, at: 5)
        wheel.cancel(2)
        wheel.cancel(7)
        #expect(wheel.advance(to: 8).isEmpty && wheel.count == 1)
        // An overdue timer fires at the next check.
        wheel.set(2, at: 3)
        #expect(wheel.advance(to: 9).sorted() == [1, 2])
    }

    @Test("every timer fires at the first advance at or after its tick, whatever the steps")
    func model() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var wheel = TimerWheel(now: 0)
            var expected: [Int: UInt64] = [:]
            var now: UInt64 = 0
            for _ in 0..<200 {
                let number = Int.random(in: 0..<40, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1:
                    let tick = now + UInt64.random(in: 1..<3_000, using: &random)
                    wheel.set(number, at: tick)
                    expected[number] = tick
                case 2:
                    wheel.cancel(number)
                    expected[number] = nil
                default:
                    now += UInt64.random(in: 1..<1_500, using: &random)
                    let due = expected.filter { $0.value <= now }.map(\.key)
                    #expect(wheel.advance(to: now).sorted() == due.sorted())
                    for number in due { expected[number] = nil }
                }
                #expect(wheel.count == expected.count)
            }
        }
    }

    @Test("a list keeps insertion order, and a number is in one list at most")
    func lists() {
        var lists = NumberLists(lists: 2)
        for number in [5, 9, 2] { lists.append(number, to: 0) }
        lists.append(9, to: 1)
        #expect(lists.first(in: 0) == 5 && lists.next(after: 5) == 2 && lists.next(after: 2) == nil)
        #expect(lists.first(in: 1) == 9 && lists.list(of: 9) == 1)
        lists.append(5, to: 0)
        #expect(lists.first(in: 0) == 2 && lists.next(after: 2) == 5)
        lists.remove(2)
        lists.remove(2)
        lists.remove(5)
        #expect(lists.first(in: 0) == nil && lists.list(of: 5) == nil && lists.list(of: 1_000) == nil)
    }
}
