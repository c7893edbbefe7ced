package import JourneyBase

/// Reads files in YAML for other commands.
package enum YAMLFile {
    /// Returns the JSON value that a text in YAML stands for, by the core schema of YAML 1.2.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - name: The file's name, for messages.
    ///   - limits: The most bytes, depth and values.
    ///   - code: The code of the error.
    /// - Throws: `JourneyError` with `code`, the line and the column.
    package static func value(
        of bytes: [UInt8], name: String, limits: JSONLimits, code: ErrorCode
    ) throws(JourneyError) -> JSONValue {
        do throws(YAMLError) { return try YAMLReader.read(bytes, limits: limits).value } catch {
            throw JourneyError(code, "\(name):\(error)")
        }
    }
}
