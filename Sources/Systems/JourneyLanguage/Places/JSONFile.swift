package import JourneyBase

/// Reads a JSON file with error messages that have the file, line and column.
package enum JSONFile {
    /// Parses `bytes`, the file `name`, and passes the document to `make`. Throws `JourneyError` with `code` for JSON that is
    /// invalid or exceeds `limits`, and with the refusals of `make`. Without a name, messages have no position.
    package static func read<Value>(
        _ bytes: [UInt8], name: String?, code: ErrorCode, limits: JSONLimits,
        _ make: (Reading) throws(Refusal) -> Value
    ) throws(JourneyError) -> Value {
        func error(_ code: ErrorCode, _ place: SourceText.Place, _ message: String) -> JourneyError {
            JourneyError(code, name.map { "\($0):\(place.line):\(place.column): \(message)" } ?? message)
        }
        let value: JSONValue
        do throws(JSONReadError) { value = try JSONReader.read(bytes, limits: limits) } catch let fault {
            throw error(code, SourceText(bytes).place(at: fault.offset), fault.reason.sentence)
        }
        do throws(Refusal) { return try make(Reading(value, code: code)) } catch let refusal {
            throw error(refusal.code, JSONLocations(bytes).place(of: refusal.path), refusal.message)
        }
    }
}

extension JSONFault {
    /// The message for the author of the file.
    var sentence: String {
        switch self {
        case .tooLarge: "The file is too large."
        case .tooDeep: "Objects and arrays are nested too deeply here."
        case .tooManyValues: "The file has too many values; parsing stopped here."
        case .duplicateKey: "The object has two members with this name."
        case .badUTF8: "The text is not valid UTF-8."
        case .badString: "The string has an escape sequence or a control character that JSON does not allow."
        case .badNumber: "The number is not in JSON syntax."
        case .unexpectedByte: "Unexpected character: expected a JSON value, a property name or punctuation."
        case .unexpectedEnd: "Unexpected end of file: a value is incomplete or missing."
        case .trailingBytes: "Unexpected text after the end of the JSON value."
        }
    }
}
