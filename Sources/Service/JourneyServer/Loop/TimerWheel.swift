/// Timers by number, such as a descriptor: a hashed timing wheel (Varghese and Lauck, 1987, scheme 6). Setting and cancelling take
/// the same time however many timers there are. Time is counted in ticks, whose length is the caller's.
struct TimerWheel: Sendable {
    private static let slots = 512

    private var lists = NumberLists(lists: TimerWheel.slots)
    private var due: [UInt64] = []
    /// The tick up to which timers have been looked at.
    private(set) var now: UInt64

    /// The number of timers that are set.
    private(set) var count = 0

    /// A wheel that begins at tick `now`.
    init(now: UInt64) { self.now = now }

    /// Returns the tick at which the timer `number` is due, or `nil` when it isn't set.
    func tick(of number: Int) -> UInt64? { lists.list(of: number) == nil ? nil : due[number] }

    /// Sets the timer `number` to `tick`, in place of what it was set to. One that is due already is due at the next look.
    mutating func set(_ number: Int, at tick: UInt64) {
        let tick = max(tick, now + 1)
        if lists.list(of: number) == nil {
            count += 1
        } else if due[number] == tick {
            return
        }
        while due.count <= number { due.append(0) }
        due[number] = tick
        lists.append(number, to: Int(tick % UInt64(TimerWheel.slots)))
    }

    /// Cancels the timer `number`, if it is set.
    mutating func cancel(_ number: Int) {
        guard lists.list(of: number) != nil else { return }
        lists.remove(number)
        count -= 1
    }

    /// Looks at everything up to `tick`. Gives the numbers of the timers that are due, which are no longer set.
    mutating func advance(to tick: UInt64) -> [Int] {
        guard tick > now else { return [] }
        var expired: [Int] = []
        for step in 1...min(tick - now, UInt64(TimerWheel.slots)) where count > 0 {
            var next = lists.first(in: Int((now + step) % UInt64(TimerWheel.slots)))
            while let number = next {
                next = lists.next(after: number)
                // Others are due a turn of the wheel later, or several.
                guard due[number] <= tick else { continue }
                cancel(number)
                expired.append(number)
            }
        }
        now = tick
        return expired
    }
}
