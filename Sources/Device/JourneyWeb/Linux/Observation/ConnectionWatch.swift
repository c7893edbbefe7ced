/// Decides when a page is reported that does not connect to the bridge, and when a run ends because of it. Times are durations
/// since the run began.
package struct ConnectionWatch: Sendable {
    package enum Verdict: Sendable, Hashable {
        /// Nothing to watch: no page is open, or it has connected.
        case none
        case wait(until: Duration)
        /// The page has not connected; the text says what was seen. Each page is reported once.
        case report(String)
        /// The run ends; the text says what was seen.
        case end(String)
    }

    private struct Page {
        let url: String
        let committed: Duration
        var loaded: Duration?
        var faults: [PageReport] = []
        var isReported = false
    }

    /// The time from the load of a page to its report.
    private static let quiet = Duration.seconds(2)
    /// The time that a page may load until it is reported.
    private static let loading = Duration.seconds(4)
    /// The largest number of faults that are kept of a page.
    private static let most = 100

    private let patience: Duration
    private var page: Page?

    /// Creates a watch that ends a run when a page has not connected for `patience` after it loaded, or for twice as long after
    /// it was committed.
    package init(patience: Duration) { self.patience = patience }

    /// Handles a report of the observer at `time`.
    package mutating func handle(_ note: PageReport, at time: Duration) {
        switch note {
        case .committed(let url): page = Page(url: url, committed: time)
        case .loaded: if page?.loaded == nil { page?.loaded = time }
        default:
            guard note.isFault, let count = page?.faults.count, count < ConnectionWatch.most else { return }
            page?.faults.append(note)
        }
    }

    /// Handles the page's connection to the bridge.
    package mutating func connected() { page = nil }

    /// Returns what is to be done at `time`.
    package mutating func verdict(at time: Duration) -> Verdict {
        guard let page else { return .none }
        let reporting = page.loaded.map { $0 + ConnectionWatch.quiet } ?? page.committed + ConnectionWatch.loading
        let ending = page.loaded.map { $0 + patience } ?? page.committed + patience * 2
        if time >= ending {
            self.page = nil
            return .end(explanation(of: page))
        }
        if time >= reporting, !page.isReported {
            self.page?.isReported = true
            return .report(explanation(of: page))
        }
        return .wait(until: page.isReported ? ending : min(reporting, ending))
    }

    private func explanation(of page: Page) -> String {
        let what =
            page.loaded == nil
            ? "\(page.url) is still loading and has not connected to the bridge"
            : "\(page.url) has loaded and has not connected to the bridge"
        return "\(what): \(cause(of: page))"
    }

    /// Returns the likeliest cause, as the end of a sentence.
    private func cause(of page: Page) -> String {
        for note in page.faults {
            switch note {
            case .answered(let exchange, let status, _):
                return "\(exchange.method) \(exchange.url) was answered with status \(status)."
            case .failed(let exchange, let reason): return "\(exchange.method) \(exchange.url) failed (\(reason))."
            case .violation(let directive, let blocked, _):
                return "its policy blocked \(blocked) (\(directive))."
            default: continue
            }
        }
        for note in page.faults {
            switch note {
            case .error(let text, let place, _): return "\(text)\(place.map { " (\($0))" } ?? "")."
            case .rejection(let text, _): return "a promise was rejected: \(text)."
            case .console(_, let text): return "its console says: \(text.prefix { $0 != "\n" })."
            case .unresponsive: return "its web process does not react; a script is probably in an infinite loop."
            default: continue
            }
        }
        return page.loaded == nil
            ? "nothing else was seen; a script may be in an infinite loop."
            : "no error was seen. Does a module script call Journey.connect()?"
    }
}

extension PageReport.Place: CustomStringConvertible {
    /// The place as `file:line:column`; the file alone without a line.
    package var description: String { line > 0 ? "\(file):\(line):\(column)" : file }
}
