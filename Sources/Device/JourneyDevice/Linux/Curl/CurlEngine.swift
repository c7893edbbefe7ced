import CCurl
import CSystem
import Glibc
import JourneyBase
import Synchronization

/// Runs any number of exchanges on one `curl_multi` handle.
///
/// The caller takes an exchange's first steps itself, under the lock, so that a request on a kept connection is sent without a
/// thread switch. One thread waits for all sockets and takes the other steps; it owns the engine until `stop` was called and its
/// resources are freed.
final class CurlEngine: Sendable {
    /// The only access to the loop; `nil` after its end.
    private let loop: Mutex<CurlLoop?>
    private let poller: CurlPoller
    private let trust: CurlTrust
    private let ended: @Sendable () -> Void

    // A process that set up libcurl earlier keeps its own memory functions.
    private static let libraryIsReady = ccurl_global_init() == CURLE_OK

    /// Starts an engine; `nil` when no thread, descriptor or handle can be created. `ended` is called when the thread has ended.
    static func start(trust: CurlTrust, ended: @escaping @Sendable () -> Void) -> CurlEngine? {
        guard libraryIsReady, let poller = CurlPoller() else { return nil }
        let engine = CurlEngine(poller: poller, trust: trust, ended: ended)
        // A body's reader holds the transport, and so the engine; a reader that outlives it can't continue.
        let loop = CurlLoop(poller: poller, trust: trust) { [weak engine] job in
            engine?.resume(job, hasRoom: true)
        }
        guard let loop else { return nil }
        engine.loop.withLock { $0 = loop }
        return engine.startThread() ? engine : nil
    }

    private init(poller: CurlPoller, trust: CurlTrust, ended: @escaping @Sendable () -> Void) {
        loop = Mutex(nil)
        self.trust = trust
        self.poller = poller
        self.ended = ended
    }

    private func startThread() -> Bool {
        let itself = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                CurlEngine.runThread(argument)?()
                return nil
            }, itself.toOpaque())
        guard failure == 0 else {
            itself.release()
            return false
        }
        // Detached: a name lookup could delay the thread's end by seconds.
        pthread_detach(thread)
        return true
    }

    /// Runs the thread. Returns the function to call when the thread no longer holds the engine and its keys.
    private static func runThread(_ argument: UnsafeMutableRawPointer?) -> (@Sendable () -> Void)? {
        guard let argument else { return nil }
        let engine = Unmanaged<CurlEngine>.fromOpaque(argument).takeRetainedValue()
        engine.run()
        return engine.ended
    }

    /// Starts `job`, which is completed exactly once.
    func start(_ job: CurlJob) {
        let events = loop.withLock { $0.map { $0.begin(job) } }
        deliver(events ?? [.ended(job, .failure(CancellationError()))])
    }

    /// Ends `job` with `CancellationError` unless it is done.
    func cancel(_ job: CurlJob) {
        job.cancel()
        deliver(loop.withLock { $0?.cancel(job) } ?? [])
    }

    /// Continues `job`, whose reader has made room (`hasRoom`) or whose writer has data.
    func resume(_ job: CurlJob, hasRoom: Bool) { deliver(loop.withLock { $0?.resume(job, hasRoom: hasRoom) } ?? []) }

    /// Has the thread end all exchanges and itself.
    func stop() { poller.ring() }

    private func run() {
        // Signals are for the app's threads; above all, a write to a closed socket must not raise SIGPIPE here.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)

        while true {
            let events = poller.wait()
            deliver(loop.withLock { $0?.handle(events) } ?? [])
            if events.isRung { break }
        }
        let last = loop.withLock { loop in
            defer { loop = nil }
            return loop?.close() ?? []
        }
        deliver(last)
    }

    /// Delivers events outside the lock, because a receiver may call back at once.
    private func deliver(_ events: [CurlLoop.Event]) {
        for event in events {
            switch event {
            case .opened(let job, let response): job.complete(.success(.response(response)))
            case .ended(let job, let result): job.end(result)
            case .pinned(let report): trust.report(report)
            }
        }
    }
}
