internal import JourneyBase

/// One pass of all rules over one manifest.
struct LintRun {
    let document: JSONValue
    let places: JSONLocations
    let bundlePlaces: JSONLocations?
    /// The plugins of this package and of the host.
    let plugins: [PluginDescription]
    private(set) var findings: [Finding] = []

    /// Creates a run. `plugins` are those of the host.
    init(
        document: JSONValue, places: JSONLocations, bundlePlaces: JSONLocations?, plugins: [PluginDescription] = []
    ) {
        (self.document, self.places, self.bundlePlaces) = (document, places, bundlePlaces)
        self.plugins = PluginDescription.own + plugins
    }

    mutating func add(
        _ rule: LintRule, _ severity: Finding.Severity, _ path: String, _ message: String,
        in document: Finding.Document = .manifest
    ) {
        let places = document == .manifest ? places : bundlePlaces ?? places
        let finding = Finding(
            rule: rule, severity: severity, document: document, path: path, message: message,
            place: places.place(of: path))
        findings.append(finding)
    }

    /// Adds a finding at `reading`; its path and `rest` form the message.
    mutating func add(_ rule: LintRule, _ severity: Finding.Severity, at reading: Reading, _ rest: String) {
        add(rule, severity, reading.path, "\(reading.path) \(rest)")
    }

    mutating func add(_ findings: [Finding]) { self.findings += findings }

    var root: Reading { Reading(document, code: .manifestInvalid) }

    var version: Journey.Version { document["manifestVersion"]?.string.flatMap(Journey.Version.init) ?? .v12 }

    /// The steps that are objects, each with its name and type.
    var steps: [(name: String, type: String, step: Reading)] {
        children(of: root.member("steps")).compactMap { name, step in
            guard step.value.object != nil else { return nil }
            return (name, step.member("type")?.value.string ?? "", step)
        }
    }

    /// Returns the members of an object; empty for anything else.
    func children(of reading: Reading?) -> [(name: String, value: Reading)] { (try? reading?.members()) ?? [] }

    /// Returns the elements of an array; empty for anything else.
    func elements(of reading: Reading?) -> [Reading] { (try? reading?.elements()) ?? [] }

    /// Returns the transitions of a step, each with its event.
    func transitions(of step: Reading) -> [(event: String, transition: Reading)] {
        children(of: step.member("on")).flatMap { event, value in
            value.value.array == nil ? [(event, value)] : elements(of: value).map { (event, $0) }
        }
    }
}
