import Foundation
import Glibc
import TestSupport

/// Searches the memory of another process for texts: all readable memory that is present.
struct ProcessMemory {
    let id: pid_t

    private static let page = 4_096
    /// The number of pages per read.
    private static let stride = 16_384

    /// The kernel's name of the process.
    var name: String {
        ((try? ProcFile.text(of: "/proc/\(id)/comm")) ?? "").trimmingCharacters(in: .newlines)
    }

    /// Returns the number of occurrences of each text, in UTF-8 and UTF-16.
    func counts(of texts: [String]) throws -> [String: Int] {
        let needles = texts.map { text in
            (text, [Array(text.utf8), text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }])
        }
        var counts = Dictionary(uniqueKeysWithValues: texts.map { ($0, 0) })
        try eachPiece { piece in
            for (text, forms) in needles {
                for form in forms { counts[text, default: 0] += ProcessMemory.count(form, in: piece) }
            }
        }
        return counts
    }

    /// Passes the memory to a closure, one run of pages at a time. Memory that was reserved but never used is skipped; an engine
    /// reserves gigabytes.
    private func eachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws {
        let maps = try ProcFile.text(of: "/proc/\(id)/maps")
        let memory = open("/proc/\(id)/mem", O_RDONLY | O_CLOEXEC)
        let pages = open("/proc/\(id)/pagemap", O_RDONLY | O_CLOEXEC)
        defer { for file in [memory, pages] where file >= 0 { close(file) } }
        guard memory >= 0, pages >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM) }
        var states = [UInt64](repeating: 0, count: ProcessMemory.stride)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: ProcessMemory.stride * ProcessMemory.page, alignment: 16)
        defer { buffer.deallocate() }
        for line in maps.split(separator: "\n") {
            let parts = line.split(separator: " ")
            let ends = parts[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            guard parts[1].hasPrefix("r"), ends.count == 2, !line.contains("[v") else { continue }
            for first in Swift.stride(from: ends[0], to: ends[1], by: buffer.count) {
                let count = min(ProcessMemory.stride, (ends[1] - first) / ProcessMemory.page)
                let size = count * 8
                guard pread(pages, &states, size, off_t(first / ProcessMemory.page * 8)) == size else { continue }
                for run in ProcessMemory.runs(states, count) {
                    let at = first + run.lowerBound * ProcessMemory.page
                    let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(run.count * ProcessMemory.page)])
                    body(UnsafeRawBufferPointer(ProcessMemory.read(memory, at, into: piece)))
                }
            }
        }
    }

    /// Continues where the kernel stops early; an unreadable page stays empty.
    private static func read(
        _ memory: Int32, _ address: Int, into piece: UnsafeMutableRawBufferPointer
    ) -> UnsafeMutableRawBufferPointer {
        var done = 0
        while done < piece.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: piece[done...])
            let read = pread(memory, rest.baseAddress, rest.count, off_t(address + done))
            if read > 0 {
                done += read
            } else {
                let gap = min(page, rest.count)
                for index in rest.indices.prefix(gap) { rest[index] = 0 }
                done += gap
            }
        }
        return piece
    }

    /// Returns runs of adjacent pages that are present, in memory or swapped out.
    private static func runs(_ states: [UInt64], _ count: Int) -> [Range<Int>] {
        // Most reserved pages have the same entry.
        let isEven = states.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, $0 + 8, (count - 1) * 8) == 0 } ?? true
        }
        func isThere(_ index: Int) -> Bool { states[index] >> 62 != 0 }
        if isEven { return isThere(0) ? [0..<count] : [] }
        var runs: [Range<Int>] = []
        for index in 0..<count where isThere(index) {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    private static func count(_ needle: [UInt8], in piece: UnsafeRawBufferPointer) -> Int {
        guard let start = piece.baseAddress, let first = needle.first else { return 0 }
        var (found, from) = (0, 0)
        while from + needle.count <= piece.count,
            let hit = memchr(start + from, Int32(first), piece.count - needle.count - from + 1)
        {
            if memcmp(hit, needle, needle.count) == 0 { found += 1 }
            from = start.distance(to: UnsafeRawPointer(hit)) + 1
        }
        return found
    }

    /// Returns the child processes of `id`, recursively.
    var descendants: [ProcessMemory] {
        let all = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        let parents = all.map { child -> (child: pid_t, parent: pid_t) in
            let status = (try? ProcFile.text(of: "/proc/\(child)/stat")) ?? ""
            let rest = status.split(separator: ")").last?.split(separator: " ") ?? []
            return (child, rest.count > 1 ? pid_t(rest[1]) ?? 0 : 0)
        }
        var (found, queue): ([pid_t], [pid_t]) = ([], [id])
        while let parent = queue.popLast() {
            let children = parents.filter { $0.parent == parent }.map(\.child)
            found += children
            queue += children
        }
        return found.map(ProcessMemory.init)
    }
}
