import CNghttp2

/// The rest of a client's rates in `HTTP2Limits`: counts frames and bytes, and keeps the failure when one is used up.
///
/// It has no clock: the receiver sets `now`.
struct HTTP2Budget {
    var now: ClockInstant
    /// The first limit that was exceeded.
    private(set) var failure: HTTP2Failure?

    private let limits: HTTP2Limits
    private var resets: RateBucket
    private var unanswered: RateBucket
    private var settings: RateBucket
    private var pings: RateBucket
    private var overhead: RateBucket
    private var ignored: RateBucket
    /// `CONTINUATION` frames of the field section that is being received.
    private var continuations = 0
    /// Bytes received, those of frames that nghttp2 reads, and those that were charged as ignored.
    private var received = 0
    /// The preface is no frame.
    private var read = 24
    private var charged = 0

    init(_ limits: HTTP2Limits, at now: ClockInstant) {
        self.now = now
        self.limits = limits
        resets = RateBucket(limits.resets, at: now)
        unanswered = RateBucket(limits.unanswered, at: now)
        settings = RateBucket(limits.settings, at: now)
        pings = RateBucket(limits.pings, at: now)
        overhead = RateBucket(limits.overhead, at: now)
        ignored = RateBucket(limits.ignored, at: now)
    }

    mutating func fail(_ reason: HTTP2Failure.Reason) { fail(HTTP2Failure(reason)) }

    /// Keeps the first failure.
    mutating func fail(_ failure: HTTP2Failure) {
        if self.failure == nil { self.failure = failure }
    }

    private mutating func take(_ bucket: WritableKeyPath<HTTP2Budget, RateBucket>, _ reason: HTTP2Failure.Reason) {
        if !self[keyPath: bucket].take(at: now) { fail(reason) }
    }

    // MARK: - What a client spends

    /// Counts a frame that nghttp2 reads, by its header.
    mutating func countFrame(_ header: nghttp2_frame_hd) {
        read += 9 + header.length
        let isAcknowledgement = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
        switch UInt32(header.type) {
        case NGHTTP2_RST_STREAM.rawValue: countReset()
        case NGHTTP2_SETTINGS.rawValue where !isAcknowledgement: take(\.settings, .settings)
        case NGHTTP2_PING.rawValue where !isAcknowledgement: take(\.pings, .pings)
        case NGHTTP2_CONTINUATION.rawValue:
            continuations += 1
            if continuations > limits.continuations { fail(.continuations) }
        default:
            continuations = 0
            take(\.overhead, .overhead)
        }
    }

    /// Counts a stream that the client reset, or made the server reset.
    mutating func countReset() {
        take(\.resets, .resets)
        take(\.unanswered, .unanswered)
    }

    /// Counts bytes before nghttp2 has them.
    mutating func countBytes(_ count: Int) { received += count }

    /// Charges those bytes that belonged to no frame that was read.
    mutating func chargeIgnored() {
        // A frame is read from its header on, so that this falls below zero until the rest of it has come.
        let surplus = received - read - charged
        guard surplus > 0 else { return }
        charged += surplus
        if !ignored.take(surplus, at: now) { fail(.ignored) }
    }

    /// Checks the number of frames that wait to be sent.
    mutating func checkQueue(_ count: Int) {
        if count > limits.queued { fail(.queued) }
    }

    // MARK: - What a client earns

    /// A head or trailers came in whole.
    mutating func earnSection() { overhead.give(8) }

    /// A DATA frame came in whole, with so many bytes of a body.
    mutating func earnData(_ count: Int, isLast: Bool) {
        if isLast || count >= 256 { overhead.give() }
    }

    /// A DATA frame goes out.
    ///
    /// Nothing is earned by the small steps that a client forces with a small window (CVE-2019-9511).
    mutating func earnPiece(_ count: Int, room: Int) {
        if count < room || count >= 1_024 { overhead.give(3) }
    }

    /// A response was sent whole.
    mutating func earnResponse() { unanswered.give() }
}
