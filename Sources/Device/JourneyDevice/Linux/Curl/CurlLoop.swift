import CCurl
import Glibc
import JourneyBase

/// The `curl_multi` handle with the exchanges in progress and easy handles for the next ones.
final class CurlLoop: @unchecked Sendable {
    // Sendable because every call is under the engine's lock; libcurl needs no more.
    /// An event that is delivered outside the lock.
    enum Event: Sendable {
        /// The header has arrived; the body comes through the job's pipe.
        case opened(CurlJob, HTTPResponse)
        case ended(CurlJob, Result<CurlJob.Product, any Error>)
        case pinned(PinReport)
    }

    private let multi: UnsafeMutableRawPointer
    private let poller: CurlPoller
    private let trust: CurlTrust
    private var active: [ObjectIdentifier: CurlHandle] = [:]
    /// The number of exchanges begun so far.
    private var begun: UInt64 = 0
    private var idle: [CurlHandle] = []
    private var events: [Event] = []
    private let hasRoom: @Sendable (CurlJob) -> Void
    /// The time at which libcurl must be called, and the timer's current setting; monotonic nanoseconds.
    private var wanted: Int64?
    private var armed: Int64?

    private static let idleLimit = 64

    /// Creates a loop. `hasRoom` is called on any thread when a reader of a body has caught up; it leads back to `resume`.
    init?(poller: CurlPoller, trust: CurlTrust, hasRoom: @escaping @Sendable (CurlJob) -> Void) {
        guard let multi = curl_multi_init() else { return nil }
        self.multi = multi
        self.poller = poller
        self.trust = trust
        self.hasRoom = hasRoom
        // A few connections per host, and a few kept open between requests.
        ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 16)
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 32)
        let itself = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_set_socket_callback(
            multi,
            { _, socket, what, owner, _ in
                guard let owner else { return 0 }
                let poller = Unmanaged<CurlLoop>.fromOpaque(owner).takeUnretainedValue().poller
                poller.watch(
                    socket, reads: what == CURL_POLL_IN || what == CURL_POLL_INOUT,
                    writes: what == CURL_POLL_OUT || what == CURL_POLL_INOUT)
                return 0
            }, itself)
        ccurl_multi_set_timer_callback(
            multi,
            { _, milliseconds, owner in
                guard let owner else { return 0 }
                let loop = Unmanaged<CurlLoop>.fromOpaque(owner).takeUnretainedValue()
                loop.wanted = milliseconds < 0 ? nil : CurlLoop.now() + Int64(milliseconds) * 1_000_000
                return 0
            }, itself)
    }

    deinit {
        active = [:]
        idle = []
        curl_multi_cleanup(multi)
    }

    /// Starts `job`, as far as possible without waiting.
    func begin(_ job: CurlJob) -> [Event] {
        guard !job.isCancelled else { return [.ended(job, .failure(CancellationError()))] }
        let origin = job.url.origin
        let now = trust.now()
        if trust.pins.hasExpired(for: origin.host, at: now) {
            let report = PinReport(
                .expired, of: origin, seen: [], expires: trust.pins.set(for: origin.host)?.expires, time: now)
            return [.ended(job, .failure(NetworkFailure.pinned(.expired, origin).beforeSending()))]
                + [report].compactMap { $0.map(Event.pinned) }
        }
        guard let handle = idle.popLast() ?? newHandle() else { return [noRoom(job)] }
        do {
            try handle.prepare(job, trust: trust)
        } catch {
            idle.append(handle)
            return [.ended(job, .failure(error.beforeSending()))]
        }
        guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else { return [noRoom(job)] }
        active[ObjectIdentifier(job)] = handle
        begun += 1
        act(CURL_SOCKET_TIMEOUT, 0)
        return collect()
    }

    /// Ends `job` if it is in progress.
    func cancel(_ job: CurlJob) -> [Event] {
        guard let handle = active[ObjectIdentifier(job)] else { return [] }
        end(handle, job) { _ in .failure(CancellationError()) }
        return collect()
    }

    /// Continues `job`, whose reader has caught up (`hasRoom`) or whose writer has data.
    func resume(_ job: CurlJob, hasRoom: Bool) -> [Event] {
        guard let handle = active[ObjectIdentifier(job)] else { return [] }
        handle.resume(hasRoom: hasRoom)
        act(CURL_SOCKET_TIMEOUT, 0)
        return collect()
    }

    /// Continues exchanges that waited for `events`.
    func handle(_ events: CurlPoller.Events) -> [Event] {
        for socket in events.sockets {
            let flags =
                (socket.canRead ? CURL_CSELECT_IN : 0) | (socket.canWrite ? CURL_CSELECT_OUT : 0)
                | (socket.hasFailed ? CURL_CSELECT_ERR : 0)
            // A socket that was closed meanwhile is unknown to libcurl and ignored.
            act(socket.descriptor, flags)
        }
        if events.isTimeUp {
            armed = nil
            act(CURL_SOCKET_TIMEOUT, 0)
        }
        return collect()
    }

    /// Ends all exchanges.
    func close() -> [Event] {
        for handle in Array(active.values) {
            if let job = handle.job { end(handle, job) { _ in .failure(CancellationError()) } }
        }
        return collect()
    }

    private func act(_ socket: Int32, _ flags: Int32) {
        // After a timeout libcurl sets a new time, or none. The old value would be in the past and would fire the timer again and
        // again.
        if socket == CURL_SOCKET_TIMEOUT { wanted = nil }
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, flags, &running)
    }

    /// Returns the events so far, and sets the timer for later ones.
    private func collect() -> [Event] {
        var waiting: Int32 = 0
        while let message = curl_multi_info_read(multi, &waiting) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let code = message.pointee.data.result
            var owner: UnsafeMutableRawPointer?
            ccurl_get_pointer(easy, CURLINFO_PRIVATE, &owner)
            guard let owner else { continue }
            let handle = Unmanaged<CurlHandle>.fromOpaque(owner).takeUnretainedValue()
            if let job = handle.job { end(handle, job) { $0.product(code) } }
        }
        // A timer that fires too early costs one check; setting it for each exchange would cost more.
        if let wanted, armed.map({ wanted < $0 }) ?? true {
            poller.setTimer(nanoseconds: wanted - CurlLoop.now())
            armed = wanted
        }
        defer { events = [] }
        return events
    }

    private func end(
        _ handle: CurlHandle, _ job: CurlJob, _ result: (CurlHandle) -> Result<CurlJob.Product, any Error>
    ) {
        active[ObjectIdentifier(job)] = nil
        events.append(.ended(job, result(handle)))
        if let report = handle.pinReport { events.append(.pinned(report)) }
        curl_multi_remove_handle(multi, handle.easy)
        handle.clear()
        if idle.count < CurlLoop.idleLimit { idle.append(handle) }
    }

    private func newHandle() -> CurlHandle? {
        // The loop owns its handles, which call back only while it calls libcurl.
        CurlHandle(
            exchanges: { [unowned self] in (active.count, begun) },
            opened: { [unowned self] job, response in events.append(.opened(job, response)) }, hasRoom: hasRoom)
    }

    private func noRoom(_ job: CurlJob) -> Event {
        .ended(
            job,
            .failure(
                JourneyError(
                    .netUnreachable, "libcurl could not start a request to \(job.url.origin): no handle is available."
                ).beforeSending()))
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
