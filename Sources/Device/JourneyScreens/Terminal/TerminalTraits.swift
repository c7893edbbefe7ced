#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Properties of a terminal.
enum TerminalTraits {
    /// The size where it is unknown.
    static let usual = TerminalSize(columns: 80, rows: 24)

    static func size(of file: Int32) -> TerminalSize {
        var size = winsize()
        guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return usual }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Returns `true` for terminals that apply the bidirectional algorithm themselves: VTE from 0.58, mlterm, Konsole and
    /// Apple's. Behind a multiplexer this is unknown, so `false`.
    static func reordersText(_ environment: (String) -> String?) -> Bool {
        guard environment("TMUX") == nil, environment("STY") == nil else { return false }
        if let version = environment("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5_800 }
        return environment("KONSOLE_VERSION") != nil || environment("MLTERM") != nil
            || environment("TERM_PROGRAM") == "Apple_Terminal"
    }
}
