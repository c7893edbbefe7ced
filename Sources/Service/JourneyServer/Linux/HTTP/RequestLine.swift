import CMicrohttpd
import JourneyBase

/// The method and the version of a request line, where the library keeps them.
struct RequestLine {
    let method: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>
}

/// Collects header fields and checks that nothing stands between them.
///
/// The library ends a value at its first NUL, so that a field with one in it would reach the service cut short
/// (RFC 9110, section 5.5, has it refused). All names and values lie in the order they came, one line's end apart; what
/// was hidden behind a NUL leaves a gap.
struct HeaderReader {
    private var fields = HTTPFields()
    private var isSound = true
    private var end: UInt?

    /// The header fields of the request on `connection`, or `nil` when they are not sound.
    static func fields(of connection: OpaquePointer, line: RequestLine) -> HTTPFields? {
        var reader = HeaderReader()
        withUnsafeMutablePointer(to: &reader) { reader in
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    guard let reader = context?.assumingMemoryBound(to: HeaderReader.self) else { return .NO }
                    reader.pointee.take(
                        UnsafeRawBufferPointer(start: name, count: nameCount),
                        UnsafeRawBufferPointer(start: value, count: valueCount))
                    return reader.pointee.isSound ? .YES : .NO
                }, reader)
        }
        // The header ends with the last line's end and an empty line.
        let end = UInt(bitPattern: line.method) + UInt(cmhd_header_size(connection))
        if let last = reader.end, !(last + 2...last + 4).contains(end) { return nil }
        return reader.isSound ? reader.fields : nil
    }

    private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let start = UInt(bitPattern: name.baseAddress)
        if let end, !(end + 1...end + 2).contains(start) { return isSound = false }
        end = UInt(bitPattern: value.baseAddress) + UInt(value.count)
        guard let name = String(validating: name, as: UTF8.self),
            // Space after a value is not part of it (RFC 9110, section 5.5).
            let value = String(validating: HeaderReader.trimmed(value), as: UTF8.self),
            HTTPFields.isSafe(name: name, value: value)
        else { return isSound = false }
        // Requests are named here, not by clients.
        if !HTTPFields.isSame(name, ServerCore.requestID) { fields.add(name, value) }
    }

    private static func trimmed(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let count = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
        return UnsafeRawBufferPointer(rebasing: value[..<count])
    }
}
