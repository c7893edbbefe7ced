// System calls under names that don't collide with methods.

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(file, bytes, count) }
func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
func systemPoll(_ waits: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    poll(waits, count, milliseconds)
}

/// A pipe whose one byte ends a wait.
final class WakePipe: Sendable {
    let reading: Int32
    private let writing: Int32

    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A full pipe has woken already; an empty one has been cleared.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    func wake() { _ = [UInt8(1)].withUnsafeBytes { systemWrite(writing, $0.baseAddress, 1) } }

    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while systemRead(reading, &bytes, bytes.count) > 0 {}
    }
}
