/// The part of a drawing that fits the terminal.
struct Viewport: Hashable, Sendable {
    let top: Int
    let height: Int
    /// The number of pages that can be turned up and down from the focus.
    let scroll: ClosedRange<Int>

    /// Creates a viewport of `height` rows of `count`, around `focus` when `follows`, else from the start, and `pages` further.
    init(count: Int, height: Int, focus: Int?, follows: Bool, pages: Int) {
        self.height = max(height, 1)
        let last = max(count - self.height, 0)
        let page = max(self.height - 2, 1)
        var base = 0
        if follows, let focus, focus >= self.height { base = min(focus - self.height / 2, last) }
        scroll = -((base + page - 1) / page)...((last - base + page - 1) / page)
        top = min(max(base + min(max(pages, scroll.lowerBound), scroll.upperBound) * page, 0), last)
    }

    func shows(_ row: Int) -> Bool { (top..<top + height).contains(row) }
}
