import JourneyBase

extension FuzzTarget {
    /// Multipart forms: a parsed form that is written again with our boundary parses to the same parts. A first line that starts
    /// with `multipart/` is the content type; without it the boundary is `b`.
    static let multipart = FuzzTarget(
        "multipart",
        seeds: [
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x%22.png\"\r\nContent-Type: image/png\r\n\r\n\u{1}--b\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\tb\"\r\n\r\n1\r\n--b--", "--b--",
            "--b\r\n\r\n\r\n--b--\r\n",
            "multipart/form-data; charset=utf-8; boundary=\"b c\"\n--b c\r\ncontent-disposition: form-data; name=a\r\n\r\n\r\n--b c--",
        ]
    ) { input in
        var (type, body) = ("multipart/form-data; boundary=b", input)
        if input.starts(with: "multipart/".utf8), let end = input.firstIndex(of: 0x0A) {
            type = String(decoding: input[..<end], as: UTF8.self)
            body = Array(input[(end + 1)...])
        }
        guard var parts = try? MultipartReader().read(body, contentType: type) else { return }
        // A re-encoded type has more space between its parameters and may exceed the limit.
        parts.removeAll { "\($0.type)".utf8.count > 255 }
        promise(parts.count <= 100, "parts are bounded")
        var count: UInt8 = 0
        let written = MultipartBody(
            parts.map { part in
                part.fileName.map { .file(part.name, fileName: $0, type: part.type, bytes: Array(part.bytes)) }
                    ?? .text(part.name, String(decoding: part.bytes, as: UTF8.self))
            }
        ) { size in
            count &+= 1
            return Array(repeating: count, count: size)
        }
        guard let bytes = written.bytes else { preconditionFailure("every part is here") }
        let again = try? MultipartReader(headerLimit: 8_192).read(bytes, contentType: written.contentType)
        promise(again?.map(\.name) == parts.map(\.name), "names survive")
        promise(again?.map(\.fileName) == parts.map(\.fileName), "file names survive")
        for (old, new) in zip(parts, again ?? []) where old.fileName != nil {
            promise(old.bytes.elementsEqual(new.bytes), "a file's bytes survive")
        }
    }
}
