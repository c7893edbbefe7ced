public import JourneyBase

/// A transport of this module: it keeps the requests that went through it.
public protocol RecordingTransport: HTTPTransport {
    /// The requests so far, in order.
    var requests: [HTTPRequest] { get }
}

extension ServiceTransport: RecordingTransport {}
extension ScriptedTransport: RecordingTransport {}

extension RecordingTransport {
    /// Expects exactly these requests, each as `METHOD /path`, in this order. Queries are left out: they may hold values.
    public func expectRequests(_ lines: [String]) throws(UnmetExpectation) {
        try expectSame(requests.map { "\($0.method.rawValue) \($0.url.path)" }, lines, "Requests")
    }

    /// Expects that every request to `origin` carries the header `name`, and that no other does.
    public func expectHeader(_ name: String, onlyTo origin: Origin) throws(UnmetExpectation) {
        for request in requests where (request.headers[name] != nil) != (request.url.origin == origin) {
            let what = request.url.origin == origin ? "lacks" : "carries"
            throw UnmetExpectation(
                description:
                    "The request \(request.method.rawValue) \(request.url.path) to \(request.url.origin) \(what) \(name)."
            )
        }
    }
}
