internal import Synchronization

/// A form with files in `multipart/form-data` (RFC 7578), encoded as browsers do (WHATWG HTML, section 4.10.21.8).
public struct MultipartBody: Sendable {
    /// One entry of the form.
    package struct Part: Sendable {
        enum Content: Sendable {
            case bytes([UInt8])
            case stream(HTTPBodyStream)
            case wiped(WipedBuffer)
        }

        let head: String
        let content: Content

        /// Creates a text entry. Line breaks are sent unchanged.
        package static func text(_ name: String, _ value: String) -> Part {
            Part(head: disposition(name, nil), content: .bytes(Array(value.utf8)))
        }

        /// Creates a JSON entry.
        package static func json(_ name: String, _ value: JSONValue) -> Part {
            Part(
                head: disposition(name, nil) + "\r\nContent-Type: application/json", content: .bytes(value.compactBytes)
            )
        }

        /// Creates a file entry from `bytes`. `fileName` is a label: a server must not use it as a path.
        package static func file(
            _ name: String, fileName: String, type: MediaType = .octets, bytes: [UInt8]
        ) -> Part {
            Part(head: head(name, fileName, type), content: .bytes(bytes))
        }

        /// Creates a file entry whose bytes are streamed.
        package static func file(
            _ name: String, fileName: String, type: MediaType = .octets, stream: HTTPBodyStream
        ) -> Part {
            Part(head: head(name, fileName, type), content: .stream(stream))
        }

        /// Creates a file entry whose bytes stay in `contents` until they are sent. Wiping them earlier makes sending fail.
        package static func file(
            _ name: String, fileName: String, type: MediaType = .octets, contents: WipedBuffer
        ) -> Part {
            Part(head: head(name, fileName, type), content: .wiped(contents))
        }

        private static func head(_ name: String, _ fileName: String, _ type: MediaType) -> String {
            disposition(name, fileName) + "\r\nContent-Type: \(type)"
        }

        private static func disposition(_ name: String, _ fileName: String?) -> String {
            "Content-Disposition: form-data; name=\"\(escaped(name))\""
                + (fileName.map { "; filename=\"\(escaped($0))\"" } ?? "")
        }

        /// Escapes a name for a quoted parameter: quote and line breaks become `%22`, `%0D` and `%0A`, other UTF-8 stays. A
        /// backslash is an ordinary character. Control characters other than the tab, which no field may hold, become U+FFFD.
        private static func escaped(_ name: String) -> String {
            var out = ""
            for scalar in name.unicodeScalars {
                switch scalar {
                case "\"": out += "%22"
                case "\r": out += "%0D"
                case "\n": out += "%0A"
                case "\0"..."\u{08}", "\u{0B}"..."\u{1F}", "\u{7F}": out += "\u{FFFD}"
                default: out.unicodeScalars.append(scalar)
                }
            }
            return out
        }
    }

    /// The boundary between the parts.
    package let boundary: String
    private let parts: [Part]

    /// Creates a body of `parts`. The boundary has 128 bits from `random` and is drawn again until no part in memory contains it.
    /// Other parts were made without knowledge of it.
    package init(_ parts: [Part], random: (Int) -> [UInt8]) {
        func draw() -> String { "journey-" + Hex.encode(random(16)) }
        func isFree(_ boundary: String) -> Bool {
            let mark = Array(boundary.utf8)
            return parts.allSatisfy { part in
                guard case .bytes(let bytes) = part.content else { return true }
                return LinearSearch.first(mark, in: bytes[...]) == nil
            }
        }
        var boundary = draw()
        while !isFree(boundary) { boundary = draw() }
        self.boundary = boundary
        self.parts = parts
    }

    /// The value of `Content-Type`.
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The number of bytes; `nil` if that of a part isn't known.
    package var length: Int? {
        segments.reduce(into: Optional(0)) { sum, segment in
            switch segment {
            case .bytes(let bytes): sum? += bytes.count
            case .stream(let stream): sum = stream.length.flatMap { length in sum.map { $0 + length } }
            case .wiped(let buffer): sum? += buffer.count
            }
        }
    }

    /// The whole body, or `nil` if a part is streamed or must not be copied.
    package var bytes: [UInt8]? {
        var whole: [UInt8] = []
        for segment in segments {
            guard case .bytes(let bytes) = segment else { return nil }
            whole += bytes
        }
        return whole
    }

    /// The whole body in chunks, to be read once.
    package var stream: HTTPBodyStream {
        if let copied { return copied }
        let left = Mutex(segments[...])
        return HTTPBodyStream(length: length) {
            while true {
                switch left.withLock(\.first) {
                case nil: return nil
                case .bytes(let bytes):
                    left.withLock { $0 = $0.dropFirst() }
                    if !bytes.isEmpty { return bytes }
                case .stream(let stream):
                    var iterator = stream.makeAsyncIterator()
                    if let piece = try await iterator.next() { return piece }
                    left.withLock { $0 = $0.dropFirst() }
                case .wiped(let buffer):
                    left.withLock { $0 = [.stream(MultipartCopy.stream(of: [.wiped(buffer)]))] + $0.dropFirst() }
                }
            }
        }
    }

    /// The body as a stream that copies directly to its destination. `nil` if no part needs that, or one is streamed.
    private var copied: HTTPBodyStream? {
        let segments = segments
        let isCopied = segments.contains { if case .wiped = $0 { true } else { false } }
        let isThere = segments.allSatisfy { if case .stream = $0 { false } else { true } }
        return isCopied && isThere ? MultipartCopy.stream(of: segments) : nil
    }

    /// The body's segments, in order.
    private var segments: [Part.Content] {
        var segments: [Part.Content] = []
        for (index, part) in parts.enumerated() {
            segments.append(.bytes(Array("\(index == 0 ? "" : "\r\n")--\(boundary)\r\n\(part.head)\r\n\r\n".utf8)))
            segments.append(part.content)
        }
        segments.append(.bytes(Array("\(parts.isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8)))
        return segments
    }
}

/// Copies the segments of a body one after the other. None may be a stream.
private struct MultipartCopy: Sendable {
    private var left: ArraySlice<MultipartBody.Part.Content>
    /// The number of bytes of the first segment that were copied.
    private var offset = 0

    private init(_ segments: [MultipartBody.Part.Content]) { left = segments[...] }

    /// Creates a stream of `segments`. Reading it throws `VALIDATION_FAIL` if one of them was wiped.
    static func stream(of segments: [MultipartBody.Part.Content]) -> HTTPBodyStream {
        let copy = Mutex(MultipartCopy(segments))
        let length = segments.reduce(0) { sum, segment in
            switch segment {
            case .bytes(let bytes): sum + bytes.count
            case .wiped(let buffer): sum + buffer.count
            case .stream: sum
            }
        }
        return HTTPBodyStream(length: length) { memory in try copy.withLock { try $0.fill(memory) } }
    }

    /// Fills `memory` as far as there are bytes, and returns their number.
    private mutating func fill(_ memory: UnsafeMutableRawBufferPointer) throws(JourneyError) -> Int {
        var filled = 0
        while filled < memory.count, let segment = left.first {
            let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
            let count: Int? =
                switch segment {
                case .bytes(let bytes): bytes.withUnsafeBytes { MultipartCopy.copy($0, offset, rest) }
                case .wiped(let buffer): buffer.withBytes { MultipartCopy.copy($0, offset, rest) }
                case .stream: 0
                }
            guard let count else {
                throw JourneyError(
                    .validationFail, "Sending the form failed: the buffer of a file part was wiped before it was sent.")
            }
            if count == 0 { left = left.dropFirst() }
            (filled, offset) = (filled + count, count == 0 ? 0 : offset + count)
        }
        return filled
    }

    /// Copies the bytes after `offset` that fit into `memory`, and returns their number.
    private static func copy(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ memory: UnsafeMutableRawBufferPointer
    ) -> Int {
        let part = bytes[offset...].prefix(memory.count)
        memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        return part.count
    }
}

extension HTTPRequest {
    /// Creates a POST request with `form` as its body: in memory if possible, otherwise streamed.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - url: The URL to post to.
    /// - Returns: The request.
    public static func post(_ form: MultipartBody, to url: HTTPSURL) -> HTTPRequest {
        let headers: HTTPFields = ["Content-Type": form.contentType]
        guard let bytes = form.bytes else {
            return HTTPRequest(method: .post, url: url, headers: headers, stream: form.stream)
        }
        return HTTPRequest(method: .post, url: url, headers: headers, body: bytes)
    }
}
