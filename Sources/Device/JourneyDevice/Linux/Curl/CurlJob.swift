import JourneyBase
import Synchronization

/// One exchange in the engine, with its continuation.
final class CurlJob: Sendable {
    enum Purpose: Sendable {
        case exchange(HTTPRequest, HTTPOptions)
        /// Connects, checks the peer and disconnects; no request is sent.
        case handshake(HTTPSURL, timeout: Duration)
    }

    enum Product: Sendable {
        case response(HTTPResponse)
        /// The peer's leaf certificate, DER.
        case leaf([UInt8])
    }

    let purpose: Purpose
    /// The source of a streamed request body.
    let upload: CurlUpload?
    /// The destination of a streamed response body; `nil` when the body is collected.
    let pipe: HTTPBodyPipe?
    private let waiter = Mutex<CheckedContinuation<Product, any Error>?>(nil)
    // Set before the engine is notified, so that a cancellation that overtakes the start is still seen.
    private let cancelled = Atomic<Bool>(false)

    init(_ purpose: Purpose, upload: CurlUpload? = nil, pipe: HTTPBodyPipe? = nil) {
        self.purpose = purpose
        self.upload = upload
        self.pipe = pipe
    }

    /// Sets the continuation; called before the engine gets the job.
    func attach(_ continuation: CheckedContinuation<Product, any Error>) {
        waiter.withLock { $0 = continuation }
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() { cancelled.store(true, ordering: .releasing) }

    /// Resumes the continuation; only the first call has an effect.
    func complete(_ result: Result<Product, any Error>) {
        let continuation = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        continuation?.resume(with: result)
    }

    /// Ends upload, body and continuation.
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
