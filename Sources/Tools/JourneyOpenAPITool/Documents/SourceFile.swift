import Glibc
import JourneyBase
import JourneyLanguage

/// A file of an OpenAPI description, in YAML or JSON.
struct SourceFile {
    /// The path as messages show it.
    let name: String
    /// The path below the root of its tree.
    let path: String
    let bytes: [UInt8]
    /// The content; overlays change it.
    var value: JSONValue
    private let isYAML: Bool
    let warnings: [String]

    /// Reads a text: JSON where it begins as JSON and is JSON, else YAML.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - name: The path, for messages.
    ///   - path: The path below the root of its tree; the name without one.
    ///   - limits: The most bytes, depth and values.
    /// - Throws: `OAPI_INVALID` with the place of the fault.
    init(_ bytes: [UInt8], name: String, path: String? = nil, limits: JSONLimits) throws(BundleError) {
        (self.bytes, self.name, self.path) = (bytes, name, path ?? name)
        let isJSONName = name.hasSuffix(".json")
        if isJSONName || SourceFile.beginsAsJSON(bytes) {
            do throws(JSONReadError) {
                value = try JSONReader.read(bytes, limits: limits)
                (isYAML, warnings) = (false, [])
                return
            } catch {
                // A YAML flow mapping begins as JSON too; what exceeds a limit needs no second attempt.
                let isBounded = [.tooLarge, .tooDeep, .tooManyValues, .duplicateKey].contains(error.reason)
                if isJSONName || isBounded || !SourceFile.isYAMLName(name) {
                    throw BundleError.invalid("\(name) is not valid JSON: \(error).")
                }
            }
        }
        do throws(YAMLError) {
            let document = try YAMLReader.read(bytes, limits: limits)
            value = document.value
            warnings = document.warnings.map { "\(name):\($0)" }
            isYAML = true
        } catch { throw BundleError.invalid("\(name):\(error)") }
    }

    /// Returns `true` if the text is JSON, or meant as JSON.
    static func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    static func isYAMLName(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

    /// `true` if the text may have schemas with an identifier or an anchor.
    var mayHaveNames: Bool {
        let names = ["$id", "$anchor", "$dynamicAnchor", "$self"].map { Array($0.utf8) }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return false }
            var at = 0
            while let found = memchr(base + at, 0x24, buffer.count - at) {
                let rest = buffer[(UnsafeRawPointer(found) - base)...]
                if names.contains(where: { rest.starts(with: $0) }) { return true }
                at = rest.startIndex + 1
            }
            return false
        }
    }

    /// Returns the value at a JSON pointer, if there is one.
    func value(at pointer: String) -> JSONValue? {
        var value: JSONValue? = value
        for name in JSONPointerText.names(of: pointer) ?? [] {
            switch value {
            case .object(let members): value = members[name]
            case .array(let elements):
                guard let index = Int(name), String(index) == name, elements.indices.contains(index) else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }

    /// Returns the position of the value at a pointer, or of the nearest enclosing value.
    func place(of pointer: String) -> (line: Int, column: Int) {
        guard isYAML else {
            let place = JSONLocations(bytes, spelling: .pointer).place(of: "#\(pointer)")
            return (place.line, place.column)
        }
        var enclosing = [pointer]
        while let last = enclosing.last, let slash = last.lastIndex(of: "/") {
            enclosing.append(String(last[..<slash]))
        }
        let limits = JSONLimits(bytes: bytes.count, depth: 512, values: .max)
        let places = (try? YAMLReader.read(bytes, limits: limits, locating: Set(enclosing)))?.places ?? [:]
        return enclosing.lazy.compactMap { places[$0] }.first ?? (1, 1)
    }

    /// Returns `name:line:column` of the value at a pointer.
    func location(of pointer: String) -> String {
        let place = place(of: pointer)
        return "\(name):\(place.line):\(place.column)"
    }
}
