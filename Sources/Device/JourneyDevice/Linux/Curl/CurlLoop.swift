import CCurl
import JourneyBase

/// What the engine's thread keeps: the exchanges under way and handles for the next ones. Never leaves the thread.
final class CurlLoop {
    private let multi: UnsafeMutableRawPointer
    private let trust: CurlTrust
    private var active: [ObjectIdentifier: CurlHandle] = [:]
    private var idle: [CurlHandle] = []

    private static let idleLimit = 32

    init(multi: UnsafeMutableRawPointer, trust: CurlTrust) {
        self.multi = multi
        self.trust = trust
    }

    /// Sends `job` on its way.
    func begin(_ job: CurlJob) {
        guard !job.isCancelled else { return job.complete(.failure(CancellationError())) }
        guard let handle = idle.popLast() ?? CurlHandle() else { return job.complete(.failure(noRoom(job))) }
        do {
            try handle.prepare(job, trust: trust)
        } catch {
            idle.append(handle)
            return job.complete(.failure(error))
        }
        guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
            return job.complete(.failure(noRoom(job)))
        }
        active[ObjectIdentifier(job)] = handle
    }

    /// Drops `job` if it is under way.
    func cancel(_ job: CurlJob) {
        if let handle = active[ObjectIdentifier(job)] { end(handle, job) { _ in .failure(CancellationError()) } }
    }

    /// Moves every exchange on as far as it goes, reports those that are done, and waits for the next thing to happen.
    func advance() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
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
        // Returns for sockets, for the library's own timers, and for a wake-up.
        curl_multi_poll(multi, nil, 0, 3_600_000, nil)
    }

    /// Ends what is under way and frees all handles.
    func close() {
        for handle in active.values {
            if let job = handle.job { end(handle, job) { _ in .failure(CancellationError()) } }
        }
        idle = []
    }

    private func end(
        _ handle: CurlHandle, _ job: CurlJob, _ result: (CurlHandle) -> Result<CurlJob.Product, any Error>
    ) {
        active[ObjectIdentifier(job)] = nil
        let result = result(handle)
        curl_multi_remove_handle(multi, handle.easy)
        handle.clear()
        if idle.count < CurlLoop.idleLimit { idle.append(handle) }
        job.complete(result)
    }

    private func noRoom(_ job: CurlJob) -> JourneyError {
        JourneyError(.netUnreachable, "No connection to \(job.url.origin) could be set up on this device.")
    }
}
