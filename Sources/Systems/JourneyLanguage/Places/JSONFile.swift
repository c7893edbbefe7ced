package import JourneyBase

/// Reads a JSON file that a person wrote, so that each fault names the file, the line and the column.
package enum JSONFile {
    /// What `make` makes of `bytes`, the file `name`. Throws `JourneyError` with `code` for what is no strict JSON within
    /// `limits`, and with what `make` refuses. Without a name, the message has no place of the text.
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

extension JSONReadError.Reason {
    /// What is wrong, for whoever wrote the file.
    var sentence: String {
        switch self {
        case .tooLarge: "The file is too long."
        case .tooDeep: "Objects and arrays are nested too deep here."
        case .tooManyValues: "The file holds too many values; here it is given up."
        case .duplicateKey: "A member of this name stands in this object already."
        case .badUTF8: "This text is no UTF-8."
        case .badString: "This text has an escape or a control character that JSON does not have."
        case .badNumber: "This is no number as JSON spells them."
        case .unexpectedByte: "This is no strict JSON: something else has to stand here."
        case .unexpectedEnd: "This is no strict JSON: the file ends too early."
        case .trailingBytes: "This is no strict JSON: the file's value has ended before."
        }
    }
}
