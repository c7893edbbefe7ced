import JourneyHarness

/// `openssl speed`, run for a second: the library's own measurement, by the processor time of its process.
struct OpenSSLSpeed: Sendable {
    /// The arguments of the command.
    let arguments: [String]
    /// The bytes per operation, if the command counts bytes.
    let bytes: Double
    /// The processor to bind the command to, which is then measured by wall-clock time; `nil` for any processor and processor
    /// time.
    var processor: Int?

    /// Returns a measurement of key operations, which the command counts.
    static func key(_ algorithm: String) -> OpenSSLSpeed { OpenSSLSpeed(arguments: [algorithm], bytes: 1) }

    /// Returns a measurement of operations on `count` bytes.
    static func data(_ arguments: [String], count: Int) -> OpenSSLSpeed {
        OpenSSLSpeed(arguments: arguments + ["-bytes", "\(count)"], bytes: Double(count))
    }

    /// Returns the nanoseconds of the `count` operations in the last line: one, or signing and verifying.
    func measure(_ count: Int) async throws -> [Double] {
        // A child without blocked signals, because the command stops itself with an alarm.
        let pin = processor.map { ["taskset", "-c", "\($0)"] } ?? []
        let words =
            pin + ["openssl", "speed", "-mr", "-seconds", "1"] + (processor == nil ? [] : ["-elapsed"]) + arguments
        let child = try ChildProcess(words[0], Array(words.dropFirst()), log: "/dev/null")
        var last = ""
        for await line in child.lines where line.hasPrefix("+F") { last = line }
        let status = await child.wait()
        // +F2:index:bits:a second:a second, +F:index:name:bytes a second; names hold no number.
        try expect(
            status == 0 && !last.isEmpty,
            "openssl speed \(arguments.joined(separator: " ")) failed with status \(status) or printed no result.")
        let rates = last.split(separator: ":").dropFirst(3).compactMap { Double($0) }
        try expect(rates.count >= count, "openssl speed printed \(last), which has fewer than \(count) rates.")
        return rates.map { 1e9 * bytes / $0 }
    }
}
