#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What is known about a terminal.
enum TerminalTraits {
    /// Where nobody says how large it is.
    static let usual = TerminalSize(columns: 80, rows: 24)

    static func size(of file: Int32) -> TerminalSize {
        var size = winsize()
        guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return usual }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Terminals that apply the bidirectional algorithm themselves: VTE from 0.58, mlterm, Konsole and Apple's. Through a
    /// multiplexer nobody can tell.
    static func reordersText(_ environment: (String) -> String?) -> Bool {
        guard environment("TMUX") == nil, environment("STY") == nil else { return false }
        if let version = environment("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5_800 }
        return environment("KONSOLE_VERSION") != nil || environment("MLTERM") != nil
            || environment("TERM_PROGRAM") == "Apple_Terminal"
    }
}
