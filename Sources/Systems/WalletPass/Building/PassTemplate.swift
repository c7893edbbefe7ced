import Foundation
package import JourneyBase

/// A template: files with a `pass.json` in which `{{name}}` is a placeholder for a value of each pass.
///
/// A string that consists of one placeholder becomes the value, with its type. A placeholder inside a longer string becomes the
/// value's text. Nothing is evaluated, and values are never parsed as JSON or placeholders.
public struct PassTemplate: Sendable {
    /// A reason why a template cannot be filled.
    package enum Failure: Error, Hashable, Sendable {
        /// `pass.json` is missing or not a JSON object.
        case content
        /// Placeholders without a value, by name.
        case missing([String])
        /// Values without a placeholder, by name; probably misspelt.
        case unused([String])
        /// A value inside a longer string that is neither a string nor a number.
        case notText(String)
    }

    package let files: [String: [UInt8]]

    public init(files: [String: [UInt8]]) { self.files = files }

    /// Returns the pass's files with `values` in place of the placeholders.
    package func filled(with values: [String: JSONValue]) throws(Failure) -> [String: [UInt8]] {
        let (files, unused) = try filled(fromAmong: values)
        guard unused.isEmpty else { throw .unused(unused.sorted()) }
        return files
    }

    /// Fills the template and also returns the names of values without a placeholder. Values stored for another template are thus
    /// accepted.
    package func filled(
        fromAmong values: [String: JSONValue]
    ) throws(Failure) -> (files: [String: [UInt8]], unused: Set<String>) {
        guard let bytes = files["pass.json"],
            let content = try? JSONReader.read(bytes, limits: JSONLimits(bytes: PassCheck.longestContent, depth: 16)),
            content.object != nil
        else { throw .content }
        var filling = Filling(values: values)
        let filled = try filling.fill(content)
        guard filling.missing.isEmpty else { throw .missing(filling.missing.sorted()) }
        var files = files
        files["pass.json"] = filled.compactBytes
        return (files, Set(values.keys).subtracting(filling.used))
    }

    private struct Filling {
        let values: [String: JSONValue]
        var used: Set<String> = []
        var missing: Set<String> = []

        mutating func fill(_ value: JSONValue) throws(Failure) -> JSONValue {
            switch value {
            case .string(let text): return try fill(text)
            case .array(let items):
                var out: [JSONValue] = []
                for item in items { out.append(try fill(item)) }
                return .array(out)
            case .object(let members):
                var out: [String: JSONValue] = [:]
                for (name, member) in members { out[name] = try fill(member) }
                return .object(out)
            default: return value
            }
        }

        private mutating func fill(_ text: String) throws(Failure) -> JSONValue {
            var out = ""
            var rest = text[...]
            while let start = rest.range(of: "{{"), let end = rest[start.upperBound...].range(of: "}}") {
                let name = rest[start.upperBound..<end.lowerBound].filter { $0 != " " }
                out += rest[..<start.lowerBound]
                let isWhole = start.lowerBound == text.startIndex && end.upperBound == text.endIndex
                rest = rest[end.upperBound...]
                used.insert(name)
                guard let value = values[name] else {
                    missing.insert(name)
                    continue
                }
                if isWhole { return value }
                switch value {
                case .string(let text): out += text
                case .number(let number): out += number.lexeme
                default: throw .notText(name)
                }
            }
            return .string(out + rest)
        }
    }
}
