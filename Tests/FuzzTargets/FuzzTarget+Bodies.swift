import JourneyBase

extension FuzzTarget {
    /// Forms with parts: what is read, written again with a boundary of ours, is read as the same parts.
    static let multipart = FuzzTarget(
        "multipart",
        seeds: [
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x%22.png\"\r\nContent-Type: image/png\r\n\r\n\u{1}--b\r\n--b--",
            "--b--", "--b\r\n\r\n\r\n--b--\r\n",
        ]
    ) { input in
        guard let parts = try? MultipartReader().read(input, contentType: "multipart/form-data; boundary=b") else {
            return
        }
        promise(parts.count <= 100, "parts are bounded")
        var count: UInt8 = 0
        let body = MultipartBody(
            parts.map { part in
                part.fileName.map { .file(part.name, fileName: $0, type: part.type, bytes: Array(part.bytes)) }
                    ?? .text(part.name, String(decoding: part.bytes, as: UTF8.self))
            }
        ) { size in
            count &+= 1
            return Array(repeating: count, count: size)
        }
        guard let bytes = body.bytes else { preconditionFailure("every part is here") }
        let again = try? MultipartReader().read(bytes, contentType: body.contentType)
        promise(again?.map(\.name) == parts.map(\.name), "names survive")
        promise(again?.map(\.fileName) == parts.map(\.fileName), "file names survive")
        for (old, new) in zip(parts, again ?? []) where old.fileName != nil {
            promise(old.bytes.elementsEqual(new.bytes), "a file's bytes survive")
        }
    }
}
