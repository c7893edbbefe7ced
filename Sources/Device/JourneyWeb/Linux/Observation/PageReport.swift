internal import JourneyBase

/// A report of a development run on a page: what the page said, or what the engine saw of it.
package enum PageReport: Sendable, Hashable {
    /// A place in a script or page. `file` is an address without the values of its query.
    package struct Place: Sendable, Hashable {
        package var file: String
        package var line: Int
        package var column: Int
    }

    /// A request with its duration. `url` has the names of its query's parameters, without their values.
    package struct Exchange: Sendable, Hashable {
        package var method: String
        package var url: String
        package var milliseconds: Int
    }

    /// The page wrote to its console; `level` is `debug`, `log`, `info`, `warn` or `error`.
    case console(level: String, text: String)
    /// An error that no script caught.
    case error(String, Place?, stack: String?)
    /// A promise that was rejected without a handler.
    case rejection(String, stack: String?)
    /// The page's policy blocked a resource or script; `directive` is the directive that did.
    case violation(directive: String, blocked: String, Place?)
    /// A request was answered. `type` is the content's media type.
    case answered(Exchange, status: Int, type: String?)
    /// A request got no answer.
    case failed(Exchange, reason: String)
    /// A document was committed in the main frame.
    case committed(url: String)
    /// The document and all that it loads at first have loaded.
    case loaded
    /// The web process does not react: a script runs without an end, or the machine is busy.
    case unresponsive
    /// The page said more than is kept; the rest is left out.
    case dropped

    /// `true` for the steps of a page's load.
    package var isOfLoad: Bool {
        switch self {
        case .committed, .loaded: true
        default: false
        }
    }

    /// `true` for what usually explains a page that does not work.
    package var isFault: Bool {
        switch self {
        case .console(let level, _): level == "error"
        case .error, .rejection, .violation, .failed, .unresponsive: true
        case .answered(_, let status, _): status >= 400
        case .committed, .loaded, .dropped: false
        }
    }
}

extension PageReport {
    /// The largest number of bytes of a report that is read.
    private static let largest = 64 << 10

    /// Reads a report of the observer's script. Returns `nil` for any other bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= PageReport.largest, let value = try? JSONReader.read(Array(bytes)),
            let kind = value["kind"]?.string
        else { return nil }
        let text = value["text"]?.string ?? ""
        let stack = value["stack"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let place = value["file"]?.string.flatMap { file in
            file.isEmpty
                ? nil
                : Place(
                    file: PageAddress.shown(file), line: Int(value["line"]?.int64 ?? 0),
                    column: Int(value["column"]?.int64 ?? 0))
        }
        switch kind {
        case "console": self = .console(level: value["level"]?.string ?? "log", text: text)
        case "error": self = .error(text, place, stack: stack)
        case "rejection": self = .rejection(text, stack: stack)
        case "violation":
            self = .violation(directive: text, blocked: PageAddress.shown(value["blocked"]?.string ?? ""), place)
        case "loaded": self = .loaded
        case "dropped": self = .dropped
        default: return nil
        }
    }
}

/// Addresses as reports show them.
enum PageAddress {
    private static let longest = 512

    /// Returns an address without the values of its query and without its fragment, which may contain what a person typed.
    static func shown(_ address: String) -> String {
        let whole = address.prefix { $0 != "#" }
        guard let query = whole.firstIndex(of: "?") else { return String(whole.prefix(longest)) }
        let names = whole[whole.index(after: query)...].split(separator: "&").map { field in
            field.contains("=") ? "\(field.prefix { $0 != "=" })=…" : "…"
        }
        return String("\(whole[..<query])?\(names.joined(separator: "&"))".prefix(longest))
    }
}
