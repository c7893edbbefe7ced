/// Steps that ways lead to.
enum Reachability {
    /// Returns the steps of `starts` and all that `next` leads to from them.
    static func steps<Step: Hashable>(from starts: [Step], _ next: (Step) -> [Step]) -> Set<Step> {
        var seen: Set<Step> = []
        var queue = starts
        while let step = queue.popLast() {
            if seen.insert(step).inserted { queue += next(step) }
        }
        return seen
    }
}
