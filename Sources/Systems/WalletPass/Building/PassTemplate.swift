import Foundation
package import JourneyBase

/// A folder with a `pass.json` in which `{{name}}` stands for what each pass has of its own.
///
/// A text that is nothing but a placeholder becomes the value, of whatever type; one within a text becomes the value's text.
/// Nothing is evaluated, and what a value holds is never read as JSON or as a placeholder.
public struct PassTemplate: Sendable {
    /// Why a template cannot be filled.
    package enum Failure: Error, Hashable, Sendable {
        /// `pass.json` is missing or no JSON object.
        case content
        /// Placeholders without a value, by name.
        case missing([String])
        /// Values that no placeholder asks for, by name: most likely misspelt.
        case unused([String])
        /// A value within a text that is neither text nor number.
        case notText(String)
    }

    package let files: [String: [UInt8]]

    public init(files: [String: [UInt8]]) { self.files = files }

    /// The pass's files with `values` in their places.
    package func filled(with values: [String: JSONValue]) throws(Failure) -> [String: [UInt8]] {
        let (files, unused) = try filled(fromAmong: values)
        guard unused.isEmpty else { throw .unused(unused.sorted()) }
        return files
    }

    /// The same where there may be values that no placeholder asks for, with the names of those: what was kept for another
    /// template does not spoil this one.
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
