import Foundation

/// The objects of a `project.pbxproj`, and errors that Xcode would reject, since Xcode is not available where these tests run.
struct XcodeProject {
    /// The required and optional members of an object's kind, and the kinds of the objects that its members refer to.
    struct Kind {
        var required: Set<String> = []
        var optional: Set<String> = []
        var references: [String: Set<String>] = [:]

        var known: Set<String> { required.union(optional).union(references.keys).union(["isa"]) }
    }

    let objects: [String: [String: Any]]
    let root: String
    /// The errors of the file itself.
    private let faults: [String]

    /// Parses the file; `nil` unless it is a property list with objects and a root.
    init?(_ text: String) {
        // The old form of property lists, with comments.
        let list = try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? [String: Any]
        guard let list, let objects = list["objects"] as? [String: [String: Any]],
            let root = list["rootObject"] as? String
        else { return nil }
        self.objects = objects
        self.root = root
        var faults: [String] = []
        if !text.hasPrefix("// !$*UTF8*$!\n") { faults.append("its first line does not say that it is UTF-8") }
        if list["objectVersion"] as? String != "77" { faults.append("its objects are not of Xcode 16's version, 77") }
        // A property list silently uses the last of two entries.
        let defined = text.matches(of: /(?m)^\t\t([0-9A-Za-z]+)(?: \/\*.*?\*\/)? = \{/).map { String($0.output.1) }
        for (id, times) in Dictionary(defined.map { ($0, 1) }, uniquingKeysWith: +) where times > 1 {
            faults.append("\(id) is defined \(times) times")
        }
        self.faults = faults
    }

    /// The errors of the objects, sorted.
    var complaints: [String] {
        var complaints = faults
        var named: Set<String> = [root]
        for (id, object) in objects {
            let isa = object["isa"] as? String ?? "nothing"
            if !id.contains(/^[0-9A-F]{24}$/) { complaints.append("\(id) is no id") }
            guard let kind = XcodeProject.kinds[isa] else {
                complaints.append("\(id) is of the unknown kind \(isa)")
                continue
            }
            for member in kind.required.union(kind.references.keys.filter { !kind.optional.contains($0) }) {
                if object[member] == nil { complaints.append("\(isa) \(id) lacks \(member)") }
            }
            for member in object.keys where !kind.known.contains(member) {
                complaints.append("\(isa) \(id) has \(member), which is not a member of its kind")
            }
            for (member, wanted) in kind.references {
                for other in XcodeProject.ids(object[member]) {
                    named.insert(other)
                    let found = objects[other]?["isa"] as? String
                    if found == nil { complaints.append("\(isa) \(id) names \(other), which is not there") }
                    if let found, !wanted.contains(found) {
                        complaints.append("\(isa) \(id) has a \(found) as its \(member)")
                    }
                }
            }
        }
        if objects[root]?["isa"] as? String != "PBXProject" { complaints.append("the root is no project") }
        for id in objects.keys where !named.contains(id) { complaints.append("\(id) is named by nothing") }
        return complaints.sorted()
    }

    private static func ids(_ value: Any?) -> [String] {
        (value as? String).map { [$0] } ?? value as? [String] ?? []
    }

    // MARK: What there is

    func all(_ isa: String) -> [[String: Any]] { objects.values.filter { $0["isa"] as? String == isa } }

    /// Returns the id and the object of the target with that name.
    func target(_ name: String) -> (id: String, object: [String: Any])? {
        objects.first { $1["isa"] as? String == "PBXNativeTarget" && $1["name"] as? String == name }
            .map { ($0.key, $0.value) }
    }

    /// Returns the objects that a member of `object` refers to.
    func named(_ object: [String: Any]?, _ member: String) -> [[String: Any]] {
        XcodeProject.ids(object?[member]).compactMap { objects[$0] }
    }

    /// Returns the settings of a target, or of the project, by configuration.
    func settings(_ owner: [String: Any]?) -> [String: [String: Any]] {
        let list = named(owner, "buildConfigurationList").first
        let all = named(list, "buildConfigurations").map {
            ($0["name"] as? String ?? "", $0["buildSettings"] as? [String: Any] ?? [:])
        }
        return Dictionary(all) { first, _ in first }
    }
}
