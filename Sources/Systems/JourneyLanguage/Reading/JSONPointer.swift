internal import JourneyBase

/// Utilities for JSON Pointers (RFC 6901).
enum JSONPointer {
    static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        return name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// Returns the names of a pointer, or `nil` if it is invalid.
    static func names(of pointer: some StringProtocol) -> [String]? {
        if pointer.isEmpty { return [] }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.contains("~") ? String(part).replacing("~1", with: "/").replacing("~0", with: "~") : String(part)
        }
    }

    /// Returns the child `name` of `value`: a member, or an element whose index has no leading zeros.
    static func child(_ name: String, of value: JSONValue) -> JSONValue? {
        switch value {
        case .object(let members): return members[name]
        case .array(let elements):
            guard let index = Int(name), String(index) == name, elements.indices.contains(index) else { return nil }
            return elements[index]
        default: return nil
        }
    }
}
