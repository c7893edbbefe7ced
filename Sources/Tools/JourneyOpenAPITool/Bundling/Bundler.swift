import Foundation
import JourneyBase

/// Makes one document of an OpenAPI description: targets of references in other files go to `components`, and what the chosen
/// operations don't use is left out, as are all but the first lines of descriptions.
///
/// Components of the entry document keep their names. Others are named for the last part of their pointer or their file, in the
/// order of file and pointer, with a number where a name is taken. So the same files always give the same bytes.
struct Bundler {
    var references: ReferenceResolver
    var tree: SourceTree { references.tree }
    let entry: Int
    let operations: Set<String>?
    let skipsUnknown: Bool
    var isOld: Bool

    /// The target of references, as a component of a kind.
    struct Component: Hashable {
        let kind: ObjectKind
        let target: Target
    }

    var names: [Component: String] = [:]
    /// The references to components, once these have names.
    var texts: [Component: String] = [:]
    var found: [Component] = []
    var usedSchemes: Set<String> = []
    var origins: [String: Target] = [:]
    var warnings: [String] = []
    var isCollecting = true
    var isInCallback = false
    var work = 0

    static let warningLimit = 8
    static let componentLimit = 50_000
    static let depthLimit = 64
    /// The maximum number of values that are written, those of repeated path items included.
    static let workLimit = 2_000_000

    /// Prepares to bundle the document `entry` of `tree`, pruned to `operations`; without any, everything is kept.
    init(
        _ tree: SourceTree, entry: Int, operations: Set<String>?, skipsUnknown: Bool = false
    ) throws(BundleError) {
        self.skipsUnknown = skipsUnknown
        references = ReferenceResolver(tree)
        (self.entry, self.operations) = (entry, operations)
        isOld = false
        let version = try Bundler.version(of: tree.files[entry])
        isOld = version.hasPrefix("3.0.")
    }

    private static func version(of file: SourceFile) throws(BundleError) -> String {
        guard file.value.object != nil else {
            throw BundleError.invalid("\(file.name) is not an OpenAPI document: it is no mapping.")
        }
        if file.value["swagger"] != nil {
            throw BundleError.invalid(
                "\(file.location(of: "/swagger")): Swagger 2.0 is not supported; convert it to OpenAPI 3.")
        }
        guard let version = file.value["openapi"]?.string else {
            throw BundleError.invalid(
                "\(file.name) is not an OpenAPI document: it has no member openapi with a version in text.")
        }
        guard ["3.0.", "3.1.", "3.2."].contains(where: version.hasPrefix) else {
            throw BundleError.invalid(
                "\(file.location(of: "/openapi")): the version '\(version.prefix(16))' is not supported; 3.0, 3.1 and 3.2 are."
            )
        }
        return version
    }

    /// Returns the bundled document.
    mutating func document() throws(BundleError) -> JSONValue {
        let root = Target(file: entry, pointer: "")
        let place = SourcePlace(target: root, resource: root)
        try checkOperations(place)
        _ = try paths(place)
        if operations == nil { try collectComponents(place) }
        var next = 0
        while next < found.count {
            let component = found[next]
            next += 1
            _ = try rewrite(component)
        }
        nameComponents()
        isCollecting = false
        var document = try head(place)
        document["paths"] = .object(try paths(place))
        if operations == nil, let hooks = tree.files[entry].value["webhooks"]?.object {
            document["webhooks"] = .object(try items(hooks, place.child("webhooks")))
        }
        let components = try components(place)
        if !components.isEmpty { document["components"] = .object(components) }
        return Bundler.canonical(.object(document))
    }

    private func head(_ place: SourcePlace) throws(BundleError) -> [String: JSONValue] {
        let members = tree.files[entry].value.object ?? [:]
        guard operations != nil else {
            return members.filter { !["paths", "webhooks", "components", "$self"].contains($0.key) }
        }
        var head = members.filter { ["openapi", "servers", "security", "jsonSchemaDialect"].contains($0.key) }
        if let info = members["info"]?.object {
            head["info"] = .object(info.filter { $0.key != "description" && !$0.key.hasPrefix("x-") })
        }
        return head
    }

    private mutating func paths(_ root: SourcePlace) throws(BundleError) -> [String: JSONValue] {
        try items(tree.files[entry].value["paths"]?.object ?? [:], root.child("paths"))
    }

    mutating func items(_ list: [String: JSONValue], _ place: SourcePlace) throws(BundleError) -> [String: JSONValue] {
        var items: [String: JSONValue] = [:]
        for (path, value) in list.sorted(by: { $0.key < $1.key }) {
            guard !path.hasPrefix("x-") else {
                if operations == nil { items[path] = value }
                continue
            }
            let own = place.child(path)
            guard let operations else {
                items[path] = try rewrite(value, .pathItem, own, depth: 0)
                continue
            }
            // A path whose file is missing matters only where an operation in it is wanted.
            guard let (item, there) = try? resolvedItem(value, own) else { continue }
            let verbs = Bundler.operations(in: item).filter { operations.contains($0.id) }.map(\.verb)
            guard !verbs.isEmpty else { continue }
            let kept = Bundler.pruned(item, to: Set(verbs))
            items[path] = try rewrite(.object(kept), .pathItem, there, depth: 0)
            origins["\(own.target.pointer)"] = there.target
        }
        return items
    }

    /// Returns the operations of a path item that have an ID, each with its method.
    private static func operations(in item: [String: JSONValue]) -> [(verb: String, id: String)] {
        let more = item["additionalOperations"]?.object ?? [:]
        return item.filter { ObjectKind.verbs.contains($0.key) }.merging(more) { own, _ in own }.compactMap {
            verb, value in
            value["operationId"]?.string.map { (verb, $0) }
        }
    }

    private static func pruned(_ item: [String: JSONValue], to verbs: Set<String>) -> [String: JSONValue] {
        var kept = item.filter { !ObjectKind.verbs.contains($0.key) || verbs.contains($0.key) }
        if let more = kept["additionalOperations"]?.object?.filter({ verbs.contains($0.key) }) {
            kept["additionalOperations"] = more.isEmpty ? nil : .object(more)
        }
        return kept.filter { !$0.key.hasPrefix("x-") }
    }

    private mutating func checkOperations(_ root: SourcePlace) throws(BundleError) {
        guard let operations else { return }
        var count: [String: Int] = [:]
        var missing: BundleError?
        for (path, value) in (tree.files[entry].value["paths"]?.object ?? [:]).sorted(by: { $0.key < $1.key })
        where !path.hasPrefix("x-") {
            do throws(BundleError) {
                let (item, _) = try resolvedItem(value, root.child("paths").child(path))
                for (_, id) in Bundler.operations(in: item) { count[id, default: 0] += 1 }
            } catch { missing = missing ?? error }
        }
        for id in operations.sorted() {
            if count[id] == nil, skipsUnknown { continue }
            if count[id] == nil, let missing { throw missing }
            let name = tree.files[entry].name
            guard count[id] != nil else {
                let known = count.isEmpty ? "none" : count.keys.sorted().prefix(20).joined(separator: ", ")
                throw BundleError("OPERATION_UNKNOWN", "\(name) has no operation '\(id.prefix(64))'; it has \(known).")
            }
            guard count[id] == 1 else {
                throw BundleError.invalid("\(name) has more than one operation '\(id.prefix(64))'.")
            }
        }
    }

    mutating func warn(_ clause: String, _ place: SourcePlace) {
        guard !isCollecting, warnings.count < Bundler.warningLimit else { return }
        warnings.append("\(tree.files[place.target.file].location(of: place.target.pointer)): \(clause).")
    }
}
