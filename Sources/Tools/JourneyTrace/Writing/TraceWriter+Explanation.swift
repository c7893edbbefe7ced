package import JourneyBase
package import JourneyCLI
package import JourneyLanguage

extension TraceWriter {
    /// Creates a trace of a run that was played without an engine. All its lines have the time 0.
    ///
    /// - Parameters:
    ///   - explanation: The run.
    ///   - name: The title, such as the scenario's name.
    ///   - manifest: The manifest, for the graph; `nil` leaves it out.
    package init(_ explanation: Explanation, name: String, manifest: JSONValue? = nil) {
        self.init(title: name)
        let json = explanation.json
        header.journey = (json["journey"]?.string ?? "", manifest?["sequence"]?.int64, "")
        header.outline = manifest.flatMap { JourneyOutline(manifest: $0) }
        header.outcome = json["outcome"]?["kind"]?.string
        header.isGood = explanation.isWhole ? nil : false
        for entry in json["entries"]?.array ?? [] {
            guard var members = entry.object, let kind = members["kind"]?.string else { continue }
            members["kind"] = nil
            append(TraceLine(at: 0, kind: kind, members: members))
        }
    }

    /// Writes a trace of a run that was played without an engine, such as a failed scenario's.
    ///
    /// - Parameters:
    ///   - explanation: The run.
    ///   - name: The title.
    ///   - manifest: The manifest, for the graph; `nil` leaves it out.
    ///   - path: The file.
    /// - Throws: `FILE_UNWRITABLE`.
    package static func write(
        _ explanation: Explanation, name: String, manifest: JSONValue? = nil, to path: String
    ) throws(CommandError) {
        try TraceWriter(explanation, name: name, manifest: manifest).write(to: path)
    }
}
