import Foundation
import Glibc

/// The processor time of a process, over all its threads.
struct ProcessTime {
    /// The process, or `nil` for this one.
    private let process: pid_t?

    static let own = ProcessTime(process: nil)

    private init(process: pid_t?) { self.process = process }

    init(of process: pid_t) { self.process = process }

    /// Creates the time of the single child of the process whose ID is in `file`, as for a server with one worker.
    init(workerOf file: String) throws {
        let master = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let children = try String(contentsOfFile: "/proc/\(master)/task/\(master)/children", encoding: .utf8)
        let worker = try unwrap(
            children.split(separator: " ").first.flatMap({ pid_t($0) }), "The server process \(master) has no worker.")
        process = worker
    }

    func nanoseconds() throws -> Double {
        guard let process else {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        var clock = clockid_t()
        var time = timespec()
        try expect(
            clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &time) == 0,
            "The processor time of process \(process) could not be read.")
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
