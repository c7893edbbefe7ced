internal import CWebKitGTK
internal import Foundation
internal import Synchronization

/// Runs jobs on the only thread that may call GTK: a GLib source in the default main context, whose loop has a dedicated thread.
///
/// `MainActor` does not work here: on Linux, under an asynchronous `main`, it is not one thread.
final class GTKExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var thread: pthread_t?
    }

    private let state = Mutex(State())
    /// The address of the GLib source. It lives as long as the process, and GLib's wake-up call is thread-safe.
    private let source: UInt

    init() {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.dispatch = { _, _, _ in
            GTKActor.shared.executor.runJobs()
            return 1
        }
        let source = g_source_new(functions, guint(MemoryLayout<GSource>.size))
        g_source_set_ready_time(source, -1)
        g_source_attach(source, nil)
        self.source = UInt(bitPattern: source)
        let thread = Thread { GTKActor.shared.executor.runLoop() }
        // WebKit's own main threads have 8 MB.
        thread.stackSize = 8 << 20
        thread.name = "gtk"
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1
        }
        if isFirst { wake(at: 0) }
    }

    private func wake(at time: gint64) {
        g_source_set_ready_time(UnsafeMutablePointer(bitPattern: source), time)
    }

    private func runJobs() {
        wake(at: -1)
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    private func runLoop() {
        state.withLock { $0.thread = pthread_self() }
        g_main_loop_run(g_main_loop_new(nil, 0))
    }

    /// `true` on the GTK thread.
    var isCurrent: Bool {
        state.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    func checkIsolated() { precondition(isCurrent, "GTK was called outside the GTK thread.") }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }
}
