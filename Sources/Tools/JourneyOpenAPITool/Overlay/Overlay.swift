import JourneyBase

/// An overlay (Overlay Specification 1.0.0): what an author adds to or removes from a bank's document without editing it.
struct Overlay {
    private let name: String
    private let actions: [Action]
    /// The document that the overlay names, relative to its own folder; `nil` for the entry document.
    let extends: String?

    private struct Action {
        let place: String
        let target: String
        let update: JSONValue?
        let isRemoval: Bool
    }

    private static let actionLimit = 1_000

    /// Reads an overlay. Throws `OAPI_INVALID` with the place of the fault.
    init(_ file: SourceFile) throws(BundleError) {
        func fault(_ pointer: String, _ sentence: String) -> BundleError {
            .invalid("\(file.location(of: pointer)): \(sentence)")
        }
        name = file.name
        guard let version = file.value["overlay"]?.string else {
            throw BundleError.invalid(
                "\(file.name) is not an overlay: it has no member overlay with a version in text.")
        }
        guard version.hasPrefix("1.0.") || version.hasPrefix("1.1.") else {
            throw fault("/overlay", "The version '\(version.prefix(16))' is not supported; 1.0 is.")
        }
        guard let list = file.value["actions"]?.array, !list.isEmpty, list.count <= Overlay.actionLimit else {
            throw fault("/actions", "actions must be a list of 1 to \(Overlay.actionLimit) actions.")
        }
        extends = file.value["extends"]?.string
        var actions: [Action] = []
        for (index, action) in list.enumerated() {
            guard let target = action["target"]?.string else {
                throw fault("/actions/\(index)", "The action has no target.")
            }
            guard action["copy"] == nil else {
                throw fault("/actions/\(index)/copy", "copy is of Overlay 1.1, which is not supported.")
            }
            actions.append(
                Action(
                    place: file.location(of: "/actions/\(index)/target"), target: target, update: action["update"],
                    isRemoval: action["remove"] == true))
        }
        self.actions = actions
    }

    /// Applies all actions in their order.
    ///
    /// - Parameter document: The document to change.
    /// - Returns: Warnings for targets that select nothing.
    /// - Throws: `OAPI_INVALID` for a target that is no JSONPath query or selects what can't be changed so.
    func apply(to document: inout JSONValue) throws(BundleError) -> [String] {
        var warnings: [String] = []
        for action in actions {
            let paths: [[JSONPath.Step]]
            do throws(ReferenceFault) { paths = try JSONPath(action.target).paths(in: document) } catch {
                throw BundleError.invalid("\(action.place): The target \(error.reason).")
            }
            if paths.isEmpty { warnings.append("\(action.place): the target selects nothing.") }
            if action.isRemoval {
                // From the end, so that the indices of earlier elements stay.
                for path in Set(paths).sorted(by: Overlay.isBehind) {
                    guard !path.isEmpty else {
                        throw BundleError.invalid("\(action.place): The whole document can't be removed.")
                    }
                    document = Overlay.changed(document, at: path[...]) { _ in nil } ?? document
                }
            } else if let update = action.update {
                for path in paths {
                    var isRefused = false
                    document =
                        Overlay.changed(document, at: path[...]) { value in
                            switch value {
                            case .object where update.object != nil: return Overlay.merged(value, update)
                            case .array(let elements): return .array(elements + [update])
                            default:
                                isRefused = true
                                return value
                            }
                        } ?? document
                    if isRefused {
                        throw BundleError.invalid(
                            "\(action.place): The target selects a value that the update can't be merged with.")
                    }
                }
            }
        }
        return warnings
    }

    private static func isBehind(_ a: [JSONPath.Step], _ b: [JSONPath.Step]) -> Bool {
        for (one, other) in zip(a, b) where one != other {
            switch (one, other) {
            case (.index(let one), .index(let other)): return one > other
            case (.name(let one), .name(let other)): return one > other
            case (.index, .name): return true
            case (.name, .index): return false
            }
        }
        return a.count > b.count
    }

    /// Returns `value` with the value at `path` changed; `nil` removes it.
    private static func changed(
        _ value: JSONValue, at path: ArraySlice<JSONPath.Step>, _ change: (JSONValue) -> JSONValue?
    ) -> JSONValue? {
        guard let step = path.first else { return change(value) }
        switch (step, value) {
        case (.name(let name), .object(var members)):
            guard let member = members[name] else { return value }
            members[name] = changed(member, at: path.dropFirst(), change)
            return .object(members)
        case (.index(let index), .array(var elements)):
            guard elements.indices.contains(index) else { return value }
            if let element = changed(elements[index], at: path.dropFirst(), change) {
                elements[index] = element
            } else {
                elements.remove(at: index)
            }
            return .array(elements)
        default: return value
        }
    }

    /// Merges objects by member and appends arrays; anything else is replaced.
    private static func merged(_ value: JSONValue, _ update: JSONValue) -> JSONValue {
        switch (value, update) {
        case (.object(let members), .object(let more)): .object(members.merging(more) { merged($0, $1) })
        case (.array(let elements), .array(let more)): .array(elements + more)
        default: update
        }
    }
}
