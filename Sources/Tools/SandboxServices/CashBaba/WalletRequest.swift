import JourneyBase
import JourneyServer
import JourneyWire

/// The text of a form, by name; what is missing is empty.
struct WalletForm: Sendable {
    private var values: [String: String] = [:]

    init() {}

    /// Throws 415 for another type, 400 for a form that says something twice or more than it may.
    init(_ request: HTTPRequest) throws(WalletError) {
        guard request.hasBody(of: FormBody.contentType) else { throw .mediaType }
        guard let form = FormBody(parsing: request.body, entryLimit: 16) else { throw .malformed }
        for entry in form.entries { try put(entry.name, entry.value) }
    }

    subscript(field: WalletField) -> String { values[field.rawValue] ?? "" }

    mutating func put(_ name: String, _ value: String) throws(WalletError) {
        guard values.updateValue(value, forKey: name) == nil, value.utf8.count <= 4_096, !value.utf8.contains(0) else {
            throw .malformed
        }
    }
}

/// One call: whose it is, and what it says.
package struct WalletRequest: Sendable {
    var customer = ""
    var form = WalletForm()
    /// What stands in the path.
    var reference = ""
    /// The names of the pictures that came along, in order.
    var pictures: [String] = []

    /// The names of the two pictures, in order.
    static let pictureFields = [WalletField.smileImage.rawValue, WalletField.blinkImage.rawValue]
    /// The most bytes of one picture.
    static let pictureLimit = 4 << 20
    /// The most bytes of a form with two pictures.
    package static let bodyLimit = 2 * pictureLimit + 64 * 1_024

    /// Reads a form with files. Throws 415 or 400, also for a picture that is none.
    mutating func read(multipart request: HTTPRequest) throws(WalletError) {
        guard let type = request.headers["Content-Type"] else { throw .mediaType }
        let parts: [MultipartPart]
        do { parts = try MultipartReader(partLimit: 8).read(request.body, contentType: type) } catch {
            throw error == .notMultipart ? .mediaType : .malformed
        }
        for part in parts {
            if part.fileName == nil {
                guard part.bytes.count <= 4_096, let text = String(validating: part.bytes, as: UTF8.self) else {
                    throw .malformed
                }
                try form.put(part.name, text)
            } else {
                guard WalletRequest.pictureFields.contains(part.name), !pictures.contains(part.name),
                    part.bytes.count <= WalletRequest.pictureLimit,
                    part.bytes.starts(
                        with: part.type.essence == "image/png" ? [0x89, 0x50, 0x4E, 0x47] : [0xFF, 0xD8, 0xFF])
                else { throw .malformed }
                pictures.append(part.name)
            }
        }
    }
}
