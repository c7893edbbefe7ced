import Foundation
import JourneyBase
import JourneyHarness

/// Python's cbor2, which times itself: the best of several rounds, as `timeit` does.
enum PythonCBOR {
    private static let program = """
        import sys, timeit, cbor2
        data = open(sys.argv[1], "rb").read()
        value = cbor2.loads(data)
        for call in (lambda: cbor2.loads(data), lambda: cbor2.dumps(value, canonical=True)):
            timer = timeit.Timer(call)
            rounds, _ = timer.autorange()
            print(1e9 * min(timer.repeat(3, rounds)) / rounds)
        """

    /// Returns the nanoseconds to decode and to encode `bytes`, or `nil` if cbor2 is not installed.
    static func nanoseconds(_ bytes: [UInt8]) async throws -> [Double]? {
        let python = ".journey/python/bin/python"
        guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
        let file = FileManager.default.temporaryDirectory.appending(path: "journey-cbor-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let child = try ChildProcess(python, ["-c", program, file.path], log: "/dev/null")
        var figures: [Double] = []
        for await line in child.lines { Double(line).map { figures.append($0) } }
        try await expect(child.wait() == 0 && figures.count == 2, "The cbor2 script failed or printed no results.")
        return figures
    }
}
