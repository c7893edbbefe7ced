import JourneyHarness

/// `openssl speed`, run for a second: the library's own measure of itself, by the processor time of its process.
struct OpenSSLSpeed: Sendable {
    /// What the command is asked for.
    let arguments: [String]
    /// Bytes of one operation, where the command counts bytes.
    let bytes: Double
    /// The one processor that it may use, measured by the clock on the wall then; `nil` for any, and its own time.
    var processor: Int?

    /// Operations on keys: the command counts them.
    static func key(_ algorithm: String) -> OpenSSLSpeed { OpenSSLSpeed(arguments: [algorithm], bytes: 1) }

    /// Operations on `count` bytes.
    static func data(_ arguments: [String], count: Int) -> OpenSSLSpeed {
        OpenSSLSpeed(arguments: arguments + ["-bytes", "\(count)"], bytes: Double(count))
    }

    /// Nanoseconds of the `count` operations that the last line gives: one, or signing and verifying.
    func measure(_ count: Int) async throws -> [Double] {
        // A child with no signal blocked: the command stops itself by an alarm.
        let pin = processor.map { ["taskset", "-c", "\($0)"] } ?? []
        let words =
            pin + ["openssl", "speed", "-mr", "-seconds", "1"] + (processor == nil ? [] : ["-elapsed"]) + arguments
        let child = try ChildProcess(words[0], Array(words.dropFirst()), log: "/dev/null")
        var last = ""
        for await line in child.lines where line.hasPrefix("+F") { last = line }
        let status = await child.wait()
        // +F2:index:bits:a second:a second, +F:index:name:bytes a second; names hold no number.
        try expect(status == 0 && !last.isEmpty, "openssl speed \(arguments.joined(separator: " ")) gives no figure.")
        let rates = last.split(separator: ":").dropFirst(3).compactMap { Double($0) }
        try expect(rates.count >= count, "openssl speed prints \(last), which has too few rates.")
        return rates.map { 1e9 * bytes / $0 }
    }
}
