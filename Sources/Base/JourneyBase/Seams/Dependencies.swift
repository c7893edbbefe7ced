public import Foundation

/// Time, randomness and the log, passed in: an app uses the system's, a test fixed ones.
public struct Dependencies: Sendable {
    /// The wall-clock time, for expiry only.
    public var now: @Sendable () -> Date
    /// The monotonic clock, for waiting.
    public var clock: any Clock<Duration>
    /// Returns the given number of unpredictable bytes.
    public var random: @Sendable (Int) -> [UInt8]
    /// The log.
    public var log: Log

    /// Creates dependencies.
    ///
    /// - Parameters:
    ///   - now: The wall-clock time.
    ///   - clock: The monotonic clock.
    ///   - random: Returns the given number of unpredictable bytes.
    ///   - log: The log.
    public init(
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration>, random: @escaping @Sendable (Int) -> [UInt8],
        log: Log = .silent
    ) {
        self.now = now
        self.clock = clock
        self.random = random
        self.log = log
    }

    /// The system's clocks and random number generator, without a log.
    public static var system: Dependencies {
        Dependencies(now: { Date() }, clock: ContinuousClock(), random: SystemRandom.bytes)
    }

    /// Returns a random identifier of 128 bits, as 32 lower-case hexadecimal digits.
    public func identifier() -> String { Hex.encode(random(16)) }

    /// Returns a random UUID of version 4 (RFC 9562, section 5.4), in lower case.
    public func uuid() -> String {
        var bytes = random(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = Hex.encode(bytes)
        var parts: [Substring] = []
        var rest = hex[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts.joined(separator: "-")
    }
}
