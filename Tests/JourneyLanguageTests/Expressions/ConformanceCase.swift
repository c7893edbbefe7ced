import JourneyBase
import TestSupport

@testable import JourneyLanguage

/// A case of CEL's conformance data.
struct ConformanceCase {
    /// The file, the section and the case, and its number among those of one name.
    let name: String
    let expression: String
    let isChecked: Bool
    let test: TextProto

    static func all(in folder: String) throws -> [ConformanceCase] {
        var cases: [ConformanceCase] = []
        var seen: [String: Int] = [:]
        for file in try Vectors.names(in: folder) where file.hasSuffix(".textproto") {
            let document = TextProto.read(String(decoding: try Vectors.bytes("\(folder)/\(file)"), as: UTF8.self))
            for section in document.all("section") {
                for test in section.all("test") {
                    let name = [file.replacing(".textproto", with: ""), section["name"]?.string, test["name"]?.string]
                        .compactMap { $0 }.joined(separator: "/")
                    let count = seen[name, default: 0] + 1
                    seen[name] = count
                    cases.append(
                        ConformanceCase(
                            name: count == 1 ? name : "\(name)#\(count)", expression: test["expr"]?.string ?? "",
                            isChecked: test["disable_check"]?.word != "true", test: test))
                }
            }
        }
        return cases
    }

    /// The variables: of the types that the case declares, or else of any.
    var variables: [String: ExpressionType] {
        var types = Dictionary(uniqueKeysWithValues: values.keys.map { ($0, ExpressionType.dyn) })
        for entry in test.all("type_env") {
            if let name = entry["name"]?.string, !["true", "false", "null"].contains(name) {
                types[name] = entry["ident"]?["type"].map(ConformanceCase.type) ?? .dyn
            }
        }
        return types
    }

    var values: [String: ExpressionValue] {
        var values: [String: ExpressionValue] = [:]
        for binding in test.all("bindings") {
            guard let key = binding["key"]?.string else { continue }
            values[key] = binding["value"]?["value"].flatMap(ConformanceCase.value)
        }
        return values
    }

    func outcome() -> Result<ExpressionValue, any Error> {
        let environment = ExpressionEnvironment(variables: variables)
        return Result {
            let expression =
                isChecked
                ? try Expression(compiling: expression, in: environment)
                : try Expression(parsing: expression, in: environment)
            return try expression.value(in: ExpressionScope(values: values))
        }
    }

    func agrees(_ outcome: Result<ExpressionValue, any Error>) -> Bool {
        switch outcome {
        case .failure: return test["eval_error"] != nil
        case .success(let value):
            guard test["eval_error"] == nil else { return false }
            // A case without a value is true.
            guard let wanted = test["value"] else {
                if case .bool(true) = value { return true }
                return false
            }
            guard let wanted = ConformanceCase.value(wanted) else { return false }
            return ConformanceCase.isSame(value, wanted)
        }
    }

    /// Compares with types, where CEL's equality does not.
    static func isSame(_ a: ExpressionValue, _ b: ExpressionValue) -> Bool {
        guard a.typeName == b.typeName else { return false }
        switch (a, b) {
        case (.double(let x), .double(let y)): return x == y && x.sign == y.sign || x.isNaN && y.isNaN
        case (.list(let x), .list(let y)):
            return x.elements.count == y.elements.count && zip(x.elements, y.elements).allSatisfy(isSame)
        case (.map(let x), .map(let y)):
            return x.entries.count == y.entries.count
                && x.entries.allSatisfy { entry in
                    y.entries.contains { isSame(entry.key, $0.key) && isSame(entry.value, $0.value) }
                }
        default: return "\(a)" == "\(b)"
        }
    }

    private static func type(_ text: TextProto) -> ExpressionType {
        switch text["primitive"]?.word {
        case "INT64": return .int
        case "UINT64": return .uint
        case "STRING": return .string
        case "BOOL": return .bool
        case "DOUBLE": return .double
        case "BYTES": return .bytes
        default: break
        }
        if let list = text["list_type"] { return .list(list["elem_type"].map(type) ?? .dyn) }
        if let map = text["map_type"] {
            return .map(map["key_type"].map(type) ?? .dyn, map["value_type"].map(type) ?? .dyn)
        }
        return .dyn
    }

    private static func value(_ text: TextProto) -> ExpressionValue? {
        if let word = text["int64_value"]?.word { return Int64(word).map { .int($0) } }
        if let word = text["uint64_value"]?.word { return UInt64(word).map { .uint($0) } }
        if let word = text["double_value"]?.word { return Double(word).map { .double($0) } }
        if let word = text["bool_value"]?.word { return .bool(word == "true") }
        if let text = text["string_value"]?.string { return .string(text) }
        if let bytes = text["bytes_value"]?.bytes { return .bytes(bytes) }
        if text["null_value"] != nil { return .null }
        if let name = text["type_value"]?.string { return ExpressionTypeName(rawValue: name).map { .type($0) } }
        if let list = text["list_value"] { return .list(ExpressionList(list.all("values").compactMap(value))) }
        if let map = text["map_value"] {
            let entries = map.all("entries").compactMap { entry -> (ExpressionValue, ExpressionValue)? in
                guard let key = entry["key"].flatMap(value), let value = entry["value"].flatMap(value) else {
                    return nil
                }
                return (key, value)
            }
            return ExpressionMap(entries).map { .map($0) }
        }
        if let duration = text["object_value"]?["[type.googleapis.com/google.protobuf.Duration]"] {
            let seconds = duration["seconds"]?.word.flatMap { Int64($0) } ?? 0
            return .duration(seconds * 1_000_000_000 + (duration["nanos"]?.word.flatMap { Int64($0) } ?? 0))
        }
        return nil
    }

    /// `true` if the case needs protobuf messages: it makes one, is given one, or reads from one.
    var needsMessages: Bool {
        let marks = ["TestAllTypes", "google.protobuf.", "Value{", "NullValue"]
        let names = expression.replacing("google.protobuf.Timestamp ==", with: "")
            .replacing("google.protobuf.Duration ==", with: "")
        return marks.contains { names.contains($0) } || (test.contains("object_value") && values.isEmpty)
    }

    /// `true` if the case names a time zone by a place.
    var namesZone: Bool {
        ["Australia/", "US/", "America/", "Asia/"].contains { expression.contains($0) }
    }
}

extension TextProto {
    fileprivate func contains(_ name: String) -> Bool {
        guard case .message(let fields) = self else { return false }
        return fields.contains { $0.name == name || $0.value.contains(name) }
    }
}
