import JourneyBase

/// What came with one call.
struct WalletAsk {
    var form: [String: String] = [:]
    /// What stands in the path.
    var reference = ""
    /// The names of the pictures that came along, in order.
    var pictures: [String] = []
    /// The PINs of the form, decrypted; one that is none is not there.
    var pins: [String: String] = [:]

    /// The most bytes of a text, and of a picture.
    private static let (textLimit, pictureLimit) = (4_096, 4 << 20)

    subscript(name: String) -> String { form[name] ?? "" }

    mutating func put(_ name: String, _ value: String) throws(WalletRefusal) {
        guard form.updateValue(value, forKey: name) == nil, value.utf8.count <= WalletAsk.textLimit,
            !value.utf8.contains(0)
        else { throw .malformed }
    }

    /// A form with pictures: two at most, each of them one by its first bytes.
    mutating func read(multipart request: HTTPRequest) throws(WalletRefusal) {
        guard let type = request.headers["Content-Type"] else { throw .mediaType }
        let parts: [MultipartPart]
        do { parts = try MultipartReader(partLimit: 8).read(request.body, contentType: type) } catch {
            throw error == .notMultipart ? .mediaType : .malformed
        }
        for part in parts {
            if part.fileName == nil {
                guard let text = String(validating: part.bytes, as: UTF8.self) else { throw .malformed }
                try put(part.name, text)
            } else {
                guard ["SmileImage", "BlinkImage"].contains(part.name), !pictures.contains(part.name),
                    part.bytes.count <= WalletAsk.pictureLimit,
                    part.bytes.starts(
                        with: part.type.essence == "image/png" ? [0x89, 0x50, 0x4E, 0x47] : [0xFF, 0xD8, 0xFF])
                else { throw .malformed }
                pictures.append(part.name)
            }
        }
    }
}
