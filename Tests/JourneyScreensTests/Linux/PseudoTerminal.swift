import Foundation
import Glibc

@testable import JourneyScreens

/// A real pseudo-terminal with a test at its other end, which types and reads.
final class PseudoTerminal: Sendable {
    let slave: Int32
    private let master: Int32

    init(columns: UInt16 = 60, rows: UInt16 = 24) throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        guard master >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        // TIOCSPTLCK and TIOCGPTN of linux/tty unlock the other end and return its number, as unlockpt and ptsname do,
        // which the Glibc module lacks.
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        guard ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
            throw POSIXError(.init(rawValue: errno) ?? .EIO)
        }
        slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard slave >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(slave)
        close(master)
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Types one key.
    func press(_ byte: UInt8) {
        var byte = byte
        _ = systemWrite(master, &byte, 1)
    }

    func type(_ text: String) { for byte in text.utf8 { press(byte) } }

    /// `true` if keys are echoed and lines are read whole, as in an unmodified terminal.
    var isAsItWas: Bool {
        var settings = termios()
        return tcgetattr(slave, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
            && settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ISIG) != 0
    }

    /// Reads output until `isThere` returns `true`, or nothing has arrived for ten seconds.
    ///
    /// Waits on a thread of its own, because a blocked task's thread would be missing for the code under test.
    func read(_ text: inout String, until isThere: (String) -> Bool) async -> Bool {
        while !isThere(text) {
            let piece = await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: self.piece()) }
            }
            guard !piece.isEmpty else { return false }
            text += String(decoding: piece, as: UTF8.self)
        }
        return true
    }

    /// Returns the next output; empty if there is none.
    private func piece() -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 4_096)
        var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard systemPoll(&wait, 1, 10_000) > 0 else { return [] }
        let count = systemRead(master, &piece, piece.count)
        return Array(piece.prefix(max(count, 0)))
    }
}
