/// The limits of one HTTP/2 connection. `ServerLimits` holds those that HTTP/1.1 shares: the field section is at most `head`,
/// announced as
/// `SETTINGS_MAX_HEADER_LIST_SIZE`; a longer one is answered 431.
///
/// A client that exceeds a rate gets `GOAWAY` with `ENHANCE_YOUR_CALM` (RFC 9113, section 10.5), and the connection ends.
struct HTTP2Limits: Sendable {
    /// Streams open at one time (RFC 9113, section 5.1.2, which recommends at least 100). One more is refused with
    /// `REFUSED_STREAM`, or ends the connection with `PROTOCOL_ERROR` once the client has acknowledged the limit.
    var streams = 100
    /// Unread bytes of one request's body, at most (RFC 9113, section 6.9.2, `SETTINGS_INITIAL_WINDOW_SIZE`).
    var streamWindow = 65_535
    /// The most unread bytes of all requests' bodies. More than one stream's, so that one unread body doesn't stop the others
    /// (RFC 9113, section 5.2.2).
    var connectionWindow = 262_144
    /// `CONTINUATION` frames behind one `HEADERS` frame (CVE-2024-28182). Together with the frame size they bound what is
    /// decompressed before the size of a section is known.
    var continuations = 8
    /// A field section of so many times `ServerLimits.head` ends the connection: with HPACK a few bytes become a long
    /// section, and it has to be read to its end for the next one's sake (RFC 9113, section 10.5.1).
    var decompression = 8
    /// Acknowledgements of `SETTINGS` and `PING` that wait to be sent (CVE-2019-9512, CVE-2019-9515).
    var acknowledgements = 256
    /// Frames that wait to be sent, without bodies: four for each stream, the acknowledgements and some more. More are of a
    /// client that causes answers and does not read them (CVE-2019-9517, CVE-2019-9518).
    var queued: Int { 4 * streams + acknowledgements + 64 }
    /// Streams that a client resets, or has the server reset for an error of its own (CVE-2023-44487, CVE-2025-8671).
    /// The burst lets a browser leave a page with every stream open.
    var resets = RateLimit(burst: 200, perSecond: 50)
    /// The same resets, in relation to finished responses, each of which allows one more: a client that only opens and resets is
    /// an attack, however slow it is (CVE-2023-44487).
    var unanswered = RateLimit(burst: 400, perSecond: 2)
    /// `SETTINGS` frames (CVE-2019-9515).
    var settings = RateLimit(burst: 16, perSecond: 1)
    /// `PING` frames (CVE-2019-9512). The burst lets a client send one with each reset, as Go's does.
    var pings = RateLimit(burst: 200, perSecond: 20)
    /// Frames that bring no request further: `PRIORITY` (CVE-2019-9513), `WINDOW_UPDATE` in small steps
    /// (CVE-2019-9511), empty `DATA` (CVE-2019-9518), and all others. A request, a piece of a body and a sent piece each
    /// allow some more.
    var overhead = RateLimit(burst: 1_000, perSecond: 100)
    /// Bytes of frames that are ignored: of unknown types (RFC 9113, section 5.5), and bodies for streams that are closed.
    var ignored = RateLimit(burst: 1_048_576, perSecond: 131_072)
    /// Memory for repeating response fields by their number (RFC 7541, section 4.2), in bytes as that counts them. None, as
    /// nginx has it: 4,096 would save about 100 bytes of each response and cost an idle session up to 10 KB more.
    var responseTable = 0
}
