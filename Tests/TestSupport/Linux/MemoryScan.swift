import Foundation
import Glibc
public import JourneyBase
import Synchronization

/// Searches all writable memory of this process for a secret, through `/proc/self/mem`.
///
/// Its own copy of the secret and its read buffer are excluded.
public final class MemoryScan {
    /// The reason for skipping a test under a sanitizer.
    public static let impossible = "a sanitizer's shadow memory is terabytes, and it keeps what was freed"

    /// `true` unless a sanitizer manages the memory.
    public static var isPossible: Bool { dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil }

    private static let window = 1 << 20
    private static let page = sysconf(Int32(_SC_PAGESIZE))
    private let needle: UnsafeMutableRawBufferPointer
    private let buffer: UnsafeMutableRawBufferPointer

    /// Creates a search for the current content of `secret`.
    public init(for secret: Secret) {
        needle = MemoryScan.map(4_096, secret.count)
        buffer = MemoryScan.map(MemoryScan.window, MemoryScan.window)
        secret.withBytes { needle.copyMemory(from: $0) }
    }

    deinit {
        munmap(needle.baseAddress, 4_096)
        munmap(buffer.baseAddress, MemoryScan.window)
    }

    /// Counts the occurrences in memory.
    ///
    /// - Returns: The number of occurrences.
    /// - Throws: `POSIXError` if memory can't be read.
    public func count() throws -> Int { try places().count }

    /// Finds the addresses of the occurrences in memory.
    ///
    /// Searches run one at a time and clear their buffers: another search would find a buffer's content.
    ///
    /// - Returns: The addresses.
    /// - Throws: `POSIXError` if memory can't be read.
    public func places() throws -> Set<UInt> {
        try MemoryScan.turn.withLock { _ in
            defer { _ = buffer.initializeMemory(as: UInt8.self, repeating: 0) }
            return try search()
        }
    }

    private static let turn = Mutex(())

    private func search() throws -> Set<UInt> {
        let file = open("/proc/self/mem", O_RDONLY)
        guard file >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { close(file) }
        var places: Set<UInt> = []
        for region in try MemoryScan.writableRegions() {
            var start = region.lowerBound
            while start < region.upperBound {
                let length = min(MemoryScan.window, Int(region.upperBound - start))
                for run in MemoryScan.used(start, length) {
                    let got = pread(file, buffer.baseAddress, run.count, off_t(run.lowerBound))
                    if got > 0 { collect(in: got, at: run.lowerBound, into: &places) }
                }
                // Windows overlap, so that no occurrence is missed at a border.
                start += UInt(length == MemoryScan.window ? length - MemoryScan.page : length)
            }
        }
        return places
    }

    private func collect(in length: Int, at start: UInt, into places: inout Set<UInt>) {
        guard let base = buffer.baseAddress, let bytes = needle.baseAddress else { return }
        var from = 0
        let last = length - needle.count
        while from <= last, let hit = memchr(base + from, Int32(needle[0]), last - from + 1) {
            let offset = UnsafeMutableRawPointer(hit) - base
            let place = start + UInt(offset)
            if memcmp(hit, bytes, needle.count) == 0, !MemoryScan.holds(needle, place), !MemoryScan.holds(buffer, place)
            {
                places.insert(place)
            }
            from = offset + 1
        }
    }

    /// Returns the ranges of resident pages; `start` and `length` are whole pages.
    ///
    /// A web engine reserves tens of gigabytes without using them. Reading those pages would take minutes and make them resident,
    /// so only resident pages are read.
    private static func used(_ start: UInt, _ length: Int) -> [Range<UInt>] {
        let count = length / page
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { pages in
            guard let marks = pages.baseAddress,
                mincore(UnsafeMutableRawPointer(bitPattern: start), length, marks) == 0
            else { return [] }
            var runs: [Range<UInt>] = []
            var from = 0
            while from < count, let hit = memchr(marks + from, 1, count - from) {
                let first = UnsafeMutableRawPointer(hit) - UnsafeMutableRawPointer(marks)
                var last = first
                while last < count, marks[last] & 1 == 1 { last += 1 }
                runs.append(start + UInt(first * page)..<start + UInt(last * page))
                from = last
            }
            return runs
        }
    }

    private static func holds(_ memory: UnsafeMutableRawBufferPointer, _ place: UInt) -> Bool {
        let start = UInt(bitPattern: memory.baseAddress)
        return (start..<start + UInt(memory.count)).contains(place)
    }

    private static func map(_ size: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        precondition(start != MAP_FAILED && count <= size, "mmap of the search buffer failed, or the secret exceeds it")
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    private static func writableRegions() throws -> [Range<UInt>] {
        try ProcFile.text(of: "/proc/self/maps").split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            let ends = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard parts[1].hasPrefix("rw"), ends.count == 2 else { return nil }
            return ends[0]..<ends[1]
        }
    }
}
