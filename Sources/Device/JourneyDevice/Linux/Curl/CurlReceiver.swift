import CCurl
import JourneyBase

/// The received part of one response, within its limits.
struct CurlReceiver {
    /// The limit of all header lines of an exchange, interim responses included.
    static let headerLimit = 64 * 1024
    static let fieldLimit = 200

    let bodyLimit: Int
    private(set) var status = 0
    private(set) var headers = HTTPFields()
    /// The collected body; empty when it is streamed.
    private(set) var body: [UInt8] = []
    private(set) var bodyCount = 0
    /// `true` after the blank line that ends the header fields.
    private(set) var hasAllHeaders = false
    /// `true` when the header contradicts itself about the body's length.
    private(set) var isContradictory = false
    private var headerBytes = 0

    init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

    /// Adds one header line; returns `false` when there are too many.
    mutating func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= CurlReceiver.headerLimit else { return false }
        if line.starts(with: "HTTP/".utf8) {
            // A status line: the fields of an interim response don't belong to the final one.
            headers = HTTPFields()
            hasAllHeaders = false
            status = CurlReceiver.status(of: line)
            return true
        }
        // Fields after the blank line are trailers, which must not count as header fields (RFC 9110, section 6.5.1).
        if hasAllHeaders { return true }
        if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            hasAllHeaders = true
            isContradictory = status >= 200 && !ResponseEnd.isConsistent(headers)
            return !isContradictory
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = String(decoding: CurlReceiver.trimmed(line[(colon + 1)...]), as: UTF8.self)
        guard HTTPFields.isSafe(name: name, value: value) else { return true }
        headers.add(name, value)
        return headers.fields.count <= CurlReceiver.fieldLimit
    }

    /// `true` when the header of the final response, not of an interim one, is complete.
    var hasFinalHeaders: Bool { hasAllHeaders && status >= 200 }

    /// Adds a piece of the body; returns `false` when it is too long.
    mutating func takeBody(_ piece: UnsafeRawBufferPointer, keep: Bool) -> Bool {
        guard piece.count <= bodyLimit - bodyCount else { return false }
        bodyCount += piece.count
        if keep { body.append(contentsOf: piece) }
        return true
    }

    /// Returns `true` when the whole response arrived, by its own declaration.
    func isWhole(isHead: Bool, isFramed: Bool) -> Bool {
        hasFinalHeaders && ResponseEnd.isKnown(status: status, headers: headers, isHead: isHead, isFramed: isFramed)
    }

    /// Returns the three digits after the first space; 0 when there are none.
    private static func status(of line: UnsafeRawBufferPointer) -> Int {
        let digits = line.drop { $0 != 0x20 }.dropFirst().prefix(3)
        return digits.reduce(0) { $0 * 10 + ((0x30...0x39).contains($1) ? Int($1) - 0x30 : -10_000) }
    }

    private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var value = value.drop(while: isBlank)
        while let last = value.last, isBlank(last) { value = value.dropLast() }
        return value
    }
}
