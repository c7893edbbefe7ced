import JourneyBase
import Synchronization

/// One exchange on its way through the engine, and whom to tell.
final class CurlJob: Sendable {
    enum Purpose: Sendable {
        case exchange(HTTPRequest, HTTPOptions)
        /// Connects, checks and hangs up; nothing is asked.
        case handshake(HTTPSURL, timeout: Duration)
    }

    enum Product: Sendable {
        case response(HTTPResponse)
        /// The peer's leaf certificate, DER.
        case leaf([UInt8])
    }

    let purpose: Purpose
    /// Where the request's body comes from, when it comes in pieces.
    let upload: CurlUpload?
    /// Where the response's body goes, when it is read in pieces; `nil` when it is kept.
    let pipe: HTTPBodyPipe?
    private let waiter = Mutex<CheckedContinuation<Product, any Error>?>(nil)
    // Set before the engine is told, so that a cancellation that overtakes the start is still seen by it.
    private let cancelled = Atomic<Bool>(false)

    init(_ purpose: Purpose, upload: CurlUpload? = nil, pipe: HTTPBodyPipe? = nil) {
        self.purpose = purpose
        self.upload = upload
        self.pipe = pipe
    }

    /// Names who waits; done before the engine gets the job.
    func attach(_ continuation: CheckedContinuation<Product, any Error>) {
        waiter.withLock { $0 = continuation }
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() { cancelled.store(true, ordering: .releasing) }

    /// Tells who waits; only the first call has an effect.
    func complete(_ result: Result<Product, any Error>) {
        let continuation = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        continuation?.resume(with: result)
    }

    /// Tells everybody that it is over.
    func end(_ result: Result<Product, any Error>) {
        upload?.close()
        if let pipe {
            switch result {
            case .success: pipe.finish()
            case .failure(let error): pipe.finish(throwing: error)
            }
        }
        complete(result)
    }

    var url: HTTPSURL {
        switch purpose {
        case .exchange(let request, _): request.url
        case .handshake(let url, _): url
        }
    }
}
