import CCurl
import CSystem
import Glibc
import JourneyBase
import Synchronization

/// Drives any number of exchanges through one `curl_multi` handle.
///
/// Whoever starts an exchange takes its first steps itself, under the lock, so that a request on a kept connection is
/// sent without waking anybody; one thread waits for all sockets and takes the other steps.
/// The thread owns the engine until `stop` was called and what it held is freed.
final class CurlEngine: Sendable {
    /// The one way to the loop; `nil` when it is gone.
    private let loop: Mutex<CurlLoop?>
    private let poller: CurlPoller
    private let trust: CurlTrust
    private let ended: @Sendable () -> Void

    // A process that has set libcurl up before keeps its own way to free memory.
    private static let libraryIsReady = ccurl_global_init() == CURLE_OK

    /// A running engine, or `nil` when the system gives no thread, descriptor or handle. `ended` is called when the
    /// thread is done.
    static func start(trust: CurlTrust, ended: @escaping @Sendable () -> Void) -> CurlEngine? {
        guard libraryIsReady, let poller = CurlPoller() else { return nil }
        let engine = CurlEngine(poller: poller, trust: trust, ended: ended)
        // Whoever reads a body holds the transport, and so the engine; a reader that outlives it has nothing to go on with.
        let loop = CurlLoop(poller: poller, trust: trust) { [weak engine] job in
            engine?.goOn(job, hasRoom: true)
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
                CurlEngine.live(argument)?()
                return nil
            }, itself.toOpaque())
        guard failure == 0 else {
            itself.release()
            return false
        }
        // Nobody waits for the thread: a name being looked up could hold it for seconds at its end.
        pthread_detach(thread)
        return true
    }

    /// The thread's whole life. Gives what is to be told then, when the thread holds the engine and its keys no more.
    private static func live(_ argument: UnsafeMutableRawPointer?) -> (@Sendable () -> Void)? {
        guard let argument else { return nil }
        let engine = Unmanaged<CurlEngine>.fromOpaque(argument).takeRetainedValue()
        engine.run()
        return engine.ended
    }

    /// Takes `job` over; it is completed exactly once.
    func start(_ job: CurlJob) {
        let events = loop.withLock { $0.map { $0.begin(job) } }
        tell(events ?? [.ended(job, .failure(CancellationError()))])
    }

    /// Ends `job` with `CancellationError` unless it is done.
    func cancel(_ job: CurlJob) {
        job.cancel()
        tell(loop.withLock { $0?.cancel(job) } ?? [])
    }

    /// Goes on with `job`, which waited for its reader, who has made room, or for its writer.
    func goOn(_ job: CurlJob, hasRoom: Bool) { tell(loop.withLock { $0?.goOn(job, hasRoom: hasRoom) } ?? []) }

    /// Asks the thread to end what is under way and to go.
    func stop() { poller.ring() }

    private func run() {
        // A signal is for the app's threads; above all a write to a closed socket must not raise SIGPIPE here.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)

        while true {
            let events = poller.wait()
            tell(loop.withLock { $0?.take(events) } ?? [])
            if events.isRung { break }
        }
        let last = loop.withLock { loop in
            defer { loop = nil }
            return loop?.close() ?? []
        }
        tell(last)
    }

    /// Outside the lock, for what is woken may come back at once.
    private func tell(_ events: [CurlLoop.Event]) {
        for event in events {
            switch event {
            case .opened(let job, let response): job.complete(.success(.response(response)))
            case .ended(let job, let result): job.end(result)
            case .pinned(let report): trust.report(report)
            }
        }
    }
}
