import JourneyBase
import JourneyServer
import JourneyWire

/// The fields of a form by name; missing fields are empty.
struct WalletForm: Sendable {
    private var values: [String: String] = [:]

    init() {}

    /// Parses a form. Throws 415 for another media type, 400 for duplicate names and exceeded limits.
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

/// A call with its customer and its parameters.
package struct WalletRequest: Sendable {
    var customer = ""
    /// The language of texts for the customer.
    var language = Language.english
    var form = WalletForm()
    /// The path parameter.
    var reference = ""
    /// The field names of the uploaded pictures, in order.
    var pictures: [String] = []

    /// The field names of the two required pictures, in order.
    static let pictureFields = [WalletField.smileImage.rawValue, WalletField.blinkImage.rawValue]
    /// The maximum size of a picture, in bytes.
    static let pictureLimit = 4 << 20
    /// The maximum size of a form with two pictures, in bytes.
    package static let bodyLimit = 2 * pictureLimit + 64 * 1_024

    /// Parses a multipart form. Throws 415 or 400, also for a file that isn't a picture.
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
