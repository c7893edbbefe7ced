import CNghttp2
import JourneyBase

/// The fields of a response, as nghttp2 wants them.
enum HTTP2Fields {
    /// Calls `body` with the fields, which nghttp2 copies; it writes their names in lower case.
    ///
    /// - Parameters:
    ///   - status: The value of `:status`.
    ///   - fields: The other fields. Those that belong to a connection are left out (RFC 9113, section 8.2.2).
    ///   - body: Called once; the fields are valid during the call.
    /// - Returns: What `body` returns.
    static func with(
        status: Int, _ fields: [(String, String)], _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Int32
    ) -> Int32 {
        var text: [UInt8] = []
        var lengths: [(name: Int, value: Int)] = []
        lengths.reserveCapacity(fields.count + 1)
        func add(_ name: String, _ value: String) {
            text.append(contentsOf: name.utf8)
            text.append(contentsOf: value.utf8)
            lengths.append((name.utf8.count, value.utf8.count))
        }
        add(":status", String(status))
        for (name, value) in fields where !isOfConnection(name) { add(name, value) }
        return text.withUnsafeMutableBufferPointer { text in
            var position = text.baseAddress
            let pairs = lengths.map { length in
                let name = position
                let value = name?.advanced(by: length.name)
                position = value?.advanced(by: length.value)
                return nghttp2_nv(
                    name: name, value: value, namelen: length.name, valuelen: length.value,
                    flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
            }
            return pairs.withUnsafeBufferPointer(body)
        }
    }

    private static let connectionNames = [
        "Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade",
    ]

    private static func isOfConnection(_ name: String) -> Bool {
        connectionNames.contains { HTTPFields.isSame($0, name) }
    }
}
