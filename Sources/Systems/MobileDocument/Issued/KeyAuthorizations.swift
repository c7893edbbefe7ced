import JourneyCBOR

/// The elements that a device may sign itself (ISO/IEC 18013-5, section 9.1.2.4): none unless the issuer authorizes
/// them.
public struct KeyAuthorizations: Hashable, Sendable {
    /// The namespaces authorized as a whole.
    var nameSpaces: Set<String>
    /// The authorized elements by namespace.
    var dataElements: [String: Set<String>]

    /// Creates the authorizations of a new document.
    ///
    /// - Parameters:
    ///   - nameSpaces: The namespaces authorized as a whole.
    ///   - dataElements: The authorized elements by namespace.
    public init(nameSpaces: Set<String> = [], dataElements: [String: Set<String>] = [:]) {
        self.nameSpaces = nameSpaces
        self.dataElements = dataElements
    }

    init(_ item: CBORItem) throws(CBORError) {
        _ = try item.expectMap("keyAuthorizations")
        let listed = try item["nameSpaces"]?.expectArray("nameSpaces of keyAuthorizations") ?? []
        nameSpaces = Set(
            try listed.map { part throws(CBORError) in try part.expectText("a namespace of keyAuthorizations") })
        dataElements = [:]
        for space in try item["dataElements"]?.expectMap("dataElements of keyAuthorizations") ?? [] {
            let parts = try space.value.expectArray("elements of keyAuthorizations")
            dataElements[try space.key.expectText("a namespace of keyAuthorizations")] = Set(
                try parts.map { part throws(CBORError) in try part.expectText("an element of keyAuthorizations") })
        }
        // Listing an element of a namespace that is authorized as a whole is redundant or a mistake.
        guard nameSpaces.isDisjoint(with: dataElements.keys) else {
            throw item.failure(.notAllowed, "a namespace is authorized both as a whole and by element")
        }
    }

    /// Returns `true` if the device may sign the element.
    package func allow(_ element: String, in nameSpace: String) -> Bool {
        nameSpaces.hasExact(nameSpace) || dataElements.exact(nameSpace)?.hasExact(element) == true
    }

    /// The encoded authorizations; `nil` when nothing is authorized.
    var cbor: CBORValue? {
        var members: [CBORValue: CBORValue] = [:]
        if !nameSpaces.isEmpty { members["nameSpaces"] = .array(nameSpaces.sorted().map { .text($0) }) }
        if !dataElements.isEmpty {
            members["dataElements"] = .map(
                Dictionary(
                    uniqueKeysWithValues: dataElements.map {
                        (.text($0.key), .array($0.value.sorted().map { .text($0) }))
                    }))
        }
        return members.isEmpty ? nil : .map(members)
    }
}
