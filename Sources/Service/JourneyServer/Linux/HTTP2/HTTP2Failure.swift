import CNghttp2

/// The reason why an HTTP/2 connection cannot go on.
struct HTTP2Failure: Error, Hashable {
    enum Reason: String, Sendable {
        /// The first bytes are not those of HTTP/2 (RFC 9113, section 3.4).
        case preface
        /// A limit of `HTTP2Limits` with the same name.
        case resets, unanswered, settings, pings, overhead, ignored, queued, continuations, decompression,
            acknowledgements
        /// A field section took longer than `ServerLimits.headTime`.
        case slowHead
        /// Memory ran out, or nghttp2 failed in itself.
        case `internal`
    }

    let reason: Reason

    init(_ reason: Reason) { self.reason = reason }

    /// Reads an error of nghttp2 that ends a session.
    init(status: Int) {
        switch status {
        case Int(NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue): reason = .preface
        case Int(NGHTTP2_ERR_FLOODED.rawValue): reason = .acknowledgements
        case Int(NGHTTP2_ERR_TOO_MANY_CONTINUATIONS.rawValue): reason = .continuations
        default: reason = .internal
        }
    }

    /// The error code of the `GOAWAY` frame that waits to be sent (RFC 9113, section 7).
    var code: UInt32 {
        switch reason {
        case .preface: NGHTTP2_PROTOCOL_ERROR.rawValue
        case .internal: NGHTTP2_INTERNAL_ERROR.rawValue
        default: NGHTTP2_ENHANCE_YOUR_CALM.rawValue
        }
    }
}
