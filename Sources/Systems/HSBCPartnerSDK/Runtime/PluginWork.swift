/// The plugin calls of one run that have not returned: those of the current step, and cancelled ones that have not ended.
struct PluginWork {
    private struct Entry {
        var task: Task<Void, Never>
        var isOfPage: Bool
    }

    /// The limit of concurrent calls. A plugin that ignores its cancellation uses up this limit, not the app's memory.
    private static let limit = 64

    private var entries: [Int: Entry] = [:]
    private var lastID = 0

    var isFull: Bool { entries.count >= PluginWork.limit }

    /// Adds the task that `start` makes for the given id; the task calls `ended` with this id.
    mutating func add(isOfPage: Bool, _ start: (Int) -> Task<Void, Never>) {
        lastID += 1
        entries[lastID] = Entry(task: start(lastID), isOfPage: isOfPage)
    }

    mutating func ended(_ id: Int) { entries[id] = nil }

    /// Cancels all calls.
    func cancel() {
        for entry in entries.values { entry.task.cancel() }
    }

    /// Cancels the calls that pages requested.
    func cancelRequests() {
        for entry in entries.values where entry.isOfPage { entry.task.cancel() }
    }
}
