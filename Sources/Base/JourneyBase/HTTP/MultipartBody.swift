internal import Synchronization

/// A form with files: `multipart/form-data` (RFC 7578), written as browsers do (WHATWG HTML, section 4.10.21.8).
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

        /// An entry that is text. It is sent as it is: line breaks are not changed.
        package static func text(_ name: String, _ value: String) -> Part {
            Part(head: disposition(name, nil), content: .bytes(Array(value.utf8)))
        }

        /// An entry that is JSON.
        package static func json(_ name: String, _ value: JSONValue) -> Part {
            Part(
                head: disposition(name, nil) + "\r\nContent-Type: application/json", content: .bytes(value.compactBytes)
            )
        }

        /// An entry that is a file of `bytes`. `fileName` says what it is called, not where it is: a server must not use it
        /// as a path.
        package static func file(
            _ name: String, fileName: String, type: MediaType = .octets, bytes: [UInt8]
        ) -> Part {
            Part(head: head(name, fileName, type), content: .bytes(bytes))
        }

        /// An entry that is a file whose bytes come in pieces.
        package static func file(
            _ name: String, fileName: String, type: MediaType = .octets, stream: HTTPBodyStream
        ) -> Part {
            Part(head: head(name, fileName, type), content: .stream(stream))
        }

        /// An entry that is a file whose bytes stay where they are until they are sent. Wiping them earlier breaks the body
        /// off.
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

        /// UTF-8 as it is; what would end the quoted name or its line as `%22`, `%0D` and `%0A`. A backslash is nothing
        /// special. Control characters that no field may hold, which is all but the tab, become U+FFFD.
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

    /// Stands between the parts.
    package let boundary: String
    private let parts: [Part]

    /// A body of `parts`. The boundary is 128 bits of `random`, drawn again until no part that is an array holds it; other
    /// parts were made without knowing it.
    package init(_ parts: [Part], random: (Int) -> [UInt8]) {
        func draw() -> String { "journey-" + Hex.encode(random(16)) }
        func isFree(_ boundary: String) -> Bool {
            let mark = Array(boundary.utf8)
            return parts.allSatisfy { part in
                guard case .bytes(let bytes) = part.content else { return true }
                return ByteSearch.first(mark, in: bytes[...]) == nil
            }
        }
        var boundary = draw()
        while !isFree(boundary) { boundary = draw() }
        self.boundary = boundary
        self.parts = parts
    }

    /// The value of `Content-Type`.
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// How many bytes it has; `nil` when that of a part is not known.
    package var length: Int? {
        segments.reduce(into: Optional(0)) { sum, segment in
            switch segment {
            case .bytes(let bytes): sum? += bytes.count
            case .stream(let stream): sum = stream.length.flatMap { length in sum.map { $0 + length } }
            case .wiped(let buffer): sum? += buffer.count
            }
        }
    }

    /// All of it, or `nil` when a part comes in pieces or may not be copied.
    package var bytes: [UInt8]? {
        var whole: [UInt8] = []
        for segment in segments {
            guard case .bytes(let bytes) = segment else { return nil }
            whole += bytes
        }
        return whole
    }

    /// All of it, piece by piece; to be read once.
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

    /// All of it, copied straight to where it goes; `nil` where no part asks for that, or one comes in pieces.
    private var copied: HTTPBodyStream? {
        let segments = segments
        let isCopied = segments.contains { if case .wiped = $0 { true } else { false } }
        let isThere = segments.allSatisfy { if case .stream = $0 { false } else { true } }
        return isCopied && isThere ? MultipartCopy.stream(of: segments) : nil
    }

    /// Everything that is sent, in order.
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

/// Copies the segments of a body, none of which comes in pieces, one after the other.
private struct MultipartCopy: Sendable {
    private var left: ArraySlice<MultipartBody.Part.Content>
    /// The number of bytes of the first one that were copied.
    private var offset = 0

    private init(_ segments: [MultipartBody.Part.Content]) { left = segments[...] }

    /// A stream of `segments`. Reading it throws `VALIDATION_FAIL` when one of them was wiped.
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

    /// Fills `memory` as far as there are bytes, and returns how many.
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
                throw JourneyError(.validationFail, "A file of the request was wiped before it was sent.")
            }
            if count == 0 { left = left.dropFirst() }
            (filled, offset) = (filled + count, count == 0 ? 0 : offset + count)
        }
        return filled
    }

    /// Copies what of `bytes` follows `offset` and fits into `memory`; returns how much.
    private static func copy(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ memory: UnsafeMutableRawBufferPointer
    ) -> Int {
        let part = bytes[offset...].prefix(memory.count)
        memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        return part.count
    }
}

extension HTTPRequest {
    /// A POST of `form`, in one piece where all of it is there and may be copied.
    public static func post(_ form: MultipartBody, to url: HTTPSURL) -> HTTPRequest {
        let headers: HTTPFields = ["Content-Type": form.contentType]
        guard let bytes = form.bytes else {
            return HTTPRequest(method: .post, url: url, headers: headers, stream: form.stream)
        }
        return HTTPRequest(method: .post, url: url, headers: headers, body: bytes)
    }
}
