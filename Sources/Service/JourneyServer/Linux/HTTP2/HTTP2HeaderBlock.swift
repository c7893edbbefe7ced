import JourneyBase

/// The field section of one request while its fields come in (RFC 9113, section 8.3.1).
///
/// nghttp2 has checked names, values, the set of pseudo-header fields and that none belongs to the connection.
struct HTTP2HeaderBlock {
    let stream: Int32
    /// `true` if these are trailers, which are counted and dropped.
    let isTrailer: Bool
    /// The size of the field section as RFC 9113, section 6.5.2, counts it: 32 bytes for each field above its own.
    private(set) var size = 0
    private var method: String?
    private var scheme: String?
    private var authority: String?
    private var path: String?
    private var fields = HTTPFields()
    private var refusal: RequestHead.Refusal?

    init(stream: Int32, isTrailer: Bool) {
        self.stream = stream
        self.isTrailer = isTrailer
    }

    /// Returns `true` if the section is longer than `limits` allow.
    func isTooLong(for limits: ServerLimits) -> Bool { size > limits.head }

    /// Adds one field. Nothing is kept of a section that is refused.
    mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, limits: ServerLimits) {
        size += name.count + value.count + 32
        guard refusal == nil, !isTrailer else { return }
        guard !isTooLong(for: limits) else { return refuse(431) }
        guard let text = String(validating: value, as: UTF8.self) else { return refuse(400) }
        if name.first == UInt8(ascii: ":") {
            // The length tells the pseudo-header fields of a request apart; nghttp2 passes no other.
            switch name.count {
            case 5:
                guard value.count <= limits.target else { return refuse(414) }
                path = text
            case 7 where name[1] == UInt8(ascii: "m"): method = text
            case 7: scheme = text
            case 10: authority = text
            default: refuse(400)
            }
            return
        }
        guard let name = String(validating: name, as: UTF8.self), HTTPFields.isSafe(name: name, value: text) else {
            return refuse(400)
        }
        // Requests are named here, not by clients.
        if HTTPFields.isSame(name, ServerCore.requestID) { return }
        if name == "cookie", let before = fields[name] {
            // Its pieces are one field for everybody else (RFC 9113, section 8.2.3).
            fields[name] = before + "; " + text
        } else {
            guard fields.fields.count < limits.fields else { return refuse(431) }
            fields.add(name, text)
        }
    }

    private mutating func refuse(_ status: Int) {
        refusal = RequestHead.Refusal(status: status)
        fields = HTTPFields()
    }

    /// Returns the checked head of a request that ends with it or goes on.
    ///
    /// - Throws: 400 where `:authority` and `Host` differ, 421 for another scheme than `https`, 431 and 414 for what is too
    ///   long, and what `RequestHead` throws.
    func head(isEnded: Bool, rules: RequestHead.Rules) throws(RequestHead.Refusal) -> RequestHead {
        if let refusal { throw refusal }
        // CONNECT has neither a scheme nor a path, and is no method of ours.
        if let scheme, scheme != "https" { throw RequestHead.Refusal(status: 421) }
        return try RequestHead(
            method: method ?? "", path: path ?? "", authority: authority, headers: fields, isEnded: isEnded,
            rules: rules)
    }
}
