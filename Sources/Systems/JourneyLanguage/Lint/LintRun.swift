internal import JourneyBase

/// One pass of the rules over one manifest.
struct LintRun {
    let document: JSONValue
    let places: JSONLocations
    let bundlePlaces: JSONLocations?
    private(set) var findings: [Finding] = []

    init(document: JSONValue, places: JSONLocations, bundlePlaces: JSONLocations?) {
        (self.document, self.places, self.bundlePlaces) = (document, places, bundlePlaces)
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

    /// Adds what is wrong at `reading`: its place, then `rest`.
    mutating func add(_ rule: LintRule, _ severity: Finding.Severity, at reading: Reading, _ rest: String) {
        add(rule, severity, reading.path, "\(reading.path) \(rest)")
    }

    mutating func add(_ findings: [Finding]) { self.findings += findings }

    var root: Reading { Reading(document, code: .manifestInvalid) }

    var version: Journey.Version { document["manifestVersion"]?.string.flatMap(Journey.Version.init) ?? .v12 }

    /// The steps that are objects, by name, each with its type.
    var steps: [(name: String, type: String, step: Reading)] {
        children(of: root.member("steps")).compactMap { name, step in
            guard step.value.object != nil else { return nil }
            return (name, step.member("type")?.value.string ?? "", step)
        }
    }

    /// The members of an object; none of anything else.
    func children(of reading: Reading?) -> [(name: String, value: Reading)] { (try? reading?.members()) ?? [] }

    /// The elements of an array; none of anything else.
    func elements(of reading: Reading?) -> [Reading] { (try? reading?.elements()) ?? [] }

    /// The transitions of a step, one by one, each with its event.
    func transitions(of step: Reading) -> [(event: String, transition: Reading)] {
        children(of: step.member("on")).flatMap { event, value in
            value.value.array == nil ? [(event, value)] : elements(of: value).map { (event, $0) }
        }
    }
}
