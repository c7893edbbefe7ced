/// The plugin calls of one run that have not ended: those of the step that is shown, and those that were cancelled and
/// are not gone yet.
struct PluginWork {
    private struct Entry {
        var task: Task<Void, Never>
        var isOfPage: Bool
    }

    /// Calls at one time. A plugin that ignores its cancellation uses this up, not the app's memory.
    private static let limit = 64

    private var entries: [Int: Entry] = [:]
    private var lastID = 0

    var isFull: Bool { entries.count >= PluginWork.limit }

    /// Keeps the task that `start` makes for the number it is given; the task says `ended` with it.
    mutating func add(isOfPage: Bool, _ start: (Int) -> Task<Void, Never>) {
        lastID += 1
        entries[lastID] = Entry(task: start(lastID), isOfPage: isOfPage)
    }

    mutating func ended(_ id: Int) { entries[id] = nil }

    /// Cancels everything.
    func cancel() {
        for entry in entries.values { entry.task.cancel() }
    }

    /// Cancels what pages asked for.
    func cancelRequests() {
        for entry in entries.values where entry.isOfPage { entry.task.cancel() }
    }
}
