import CCurl
import Glibc
import JourneyBase
import Synchronization

/// One thread that drives any number of exchanges through one `curl_multi` handle.
///
/// Callers put jobs into a queue under a lock and wake the thread; everything of libcurl but the waking happens there.
/// The thread owns the engine until `stop` was called and what it held is freed.
final class CurlEngine: Sendable {
    private struct Inbox {
        var starting: [CurlJob] = []
        var cancelling: [CurlJob] = []
        var isStopping = false
        /// The multi handle is gone or about to go.
        var isClosed = false

        var isEmpty: Bool { starting.isEmpty && cancelling.isEmpty && !isStopping }
    }

    private let inbox = Mutex(Inbox())
    // Used by the engine's thread only, but for curl_multi_wakeup, which any thread may call. It outlives every call: it
    // is freed after `stop`, and the transport, which alone calls, stops the engine when nothing of it runs any more.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer
    private let trust: CurlTrust
    private let ended: @Sendable () -> Void

    private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// A running engine, or `nil` when the system gives no thread or no handle. `ended` is called when the thread is done.
    static func start(trust: CurlTrust, ended: @escaping @Sendable () -> Void) -> CurlEngine? {
        guard libraryIsReady, let multi = curl_multi_init() else { return nil }
        // A host gets a few connections, and a few stay open between requests.
        ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 16)
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 32)
        let engine = CurlEngine(multi: multi, trust: trust, ended: ended)
        guard engine.startThread() else {
            curl_multi_cleanup(multi)
            return nil
        }
        return engine
    }

    private init(multi: UnsafeMutableRawPointer, trust: CurlTrust, ended: @escaping @Sendable () -> Void) {
        self.multi = multi
        self.trust = trust
        self.ended = ended
    }

    private func startThread() -> Bool {
        let itself = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let engine = Unmanaged<CurlEngine>.fromOpaque(argument).takeRetainedValue()
                engine.run()
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

    /// Takes `job` over; it is completed exactly once.
    func start(_ job: CurlJob) {
        if !post({ $0.starting.append(job) }) { job.complete(.failure(CancellationError())) }
    }

    /// Ends `job` with `CancellationError` unless it is done.
    func cancel(_ job: CurlJob) {
        job.cancel()
        _ = post { $0.cancelling.append(job) }
    }

    /// Asks the thread to end what is under way and to go.
    func stop() { _ = post { $0.isStopping = true } }

    private func post(_ change: (inout Inbox) -> Void) -> Bool {
        let (isTaken, mustWake) = inbox.withLock { inbox in
            guard !inbox.isClosed else { return (false, false) }
            let wasEmpty = inbox.isEmpty
            change(&inbox)
            return (true, wasEmpty)
        }
        // Outside the lock, or the woken thread would run into it at once.
        if mustWake { curl_multi_wakeup(multi) }
        return isTaken
    }

    private func run() {
        // A signal is for the app's threads; above all a write to a closed socket must not raise SIGPIPE here.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)

        let loop = CurlLoop(multi: multi, trust: trust)
        while true {
            let (work, isLast) = inbox.withLock { inbox in
                let work = inbox
                inbox = Inbox(isClosed: work.isStopping)
                return (work, work.isStopping)
            }
            for job in work.starting { loop.begin(job) }
            for job in work.cancelling { loop.cancel(job) }
            if isLast { break }
            loop.advance()
        }
        loop.close()
        curl_multi_cleanup(multi)
        ended()
    }
}
