package import JourneyBase
package import JourneyCLI
package import JourneyHarness
import WalletPass

/// Writes a trace: lines as they happen, resources that they name, and at the end one file. It keeps to the limits of the format,
/// and counts what it leaves out.
package struct TraceWriter: Sendable {
    package var header: TraceHeader
    private var lines: [UInt8] = []
    private var count = 0
    private var resources: [String: [UInt8]] = [:]
    private var size = 0
    /// The time of the last line, in milliseconds.
    package private(set) var duration = 0

    package init(title: String) { header = TraceHeader(title: title) }

    /// Adds a line.
    package mutating func append(_ line: TraceLine) {
        var bytes = line.json.compactBytes
        if bytes.count >= TraceFormat.largestLine {
            // What is too long is named, and what it was.
            let names = line.members.keys.sorted().prefix(20).map { JSONValue.string($0) }
            bytes =
                TraceLine(at: line.at, kind: line.kind, members: ["cut": .array(Array(names))]).json.compactBytes
        }
        guard count < TraceFormat.mostLines, lines.count + bytes.count < TraceFormat.largestLines else {
            header.dropped.lines += 1
            return
        }
        lines += bytes
        lines.append(UInt8(ascii: "\n"))
        count += 1
        duration = max(duration, line.at)
    }

    /// Adds an event of a timeline. A screenshot becomes a picture, if `picture` returns its bytes.
    package mutating func append(
        _ event: TimelineEvent, picture: (String) -> [UInt8]? = { _ in nil }
    ) {
        if event.name == "shot" {
            guard let file = event.text("file"), let bytes = picture(file) else { return }
            return addPicture(bytes, step: event.text("step") ?? "", at: event.at)
        }
        append(
            TraceLine(
                at: event.at, kind: "timeline",
                members: ["name": .string(event.name), "attributes": .object(event.attributes)]))
    }

    /// Adds a PNG of a page or screen, and the line that names it.
    package mutating func addPicture(_ bytes: [UInt8], step: String, at: Int) {
        addResource(bytes, kind: "picture", step: step, ending: "png", at: at)
    }

    /// Adds a snapshot of a page's DOM, and the line that names it.
    package mutating func addSnapshot(_ snapshot: JSONValue, step: String, at: Int) {
        addResource(snapshot.compactBytes, kind: "dom", step: step, ending: "dom.json", at: at)
    }

    private mutating func addResource(_ bytes: [UInt8], kind: String, step: String, ending: String, at: Int) {
        guard resources.count < TraceFormat.mostResources, bytes.count <= TraceFormat.largestResource,
            size + bytes.count <= TraceFormat.largestFile / 2
        else {
            header.dropped.resources += 1
            return
        }
        let number = String(resources.count + 1)
        let zeros = String(repeating: "0", count: max(0, 3 - number.count))
        let name = "\(TraceFormat.resources)\(zeros)\(number)-\(TraceFormat.plain(step)).\(ending)"
        resources[name] = bytes
        size += bytes.count
        append(TraceLine(at: at, kind: kind, members: ["step": .string(step), "resource": .string(name)]))
    }

    /// Adds the lines and resources of another trace, `later` milliseconds later.
    package mutating func append(_ trace: Trace, later: Int = 0) {
        for line in trace.lines {
            let bytes = line.text("resource").flatMap { trace.resources[$0] }
            if let bytes, line.kind == "picture" {
                addPicture(bytes, step: line.text("step") ?? "", at: line.at + later)
            } else if let bytes, line.kind == "dom" {
                addResource(bytes, kind: "dom", step: line.text("step") ?? "", ending: "dom.json", at: line.at + later)
            } else {
                append(TraceLine(at: line.at + later, kind: line.kind, members: line.members))
            }
        }
    }

    /// Returns the file.
    package func archive() throws(CommandError) -> [UInt8] {
        var files = resources
        files[TraceFormat.header] = header.json.compactBytes
        files[TraceFormat.lines] = lines
        do throws(ZipError) { return try ZipWriter.archive(files, isDeflated: true) } catch {
            throw CommandError.failed(.fileUnwritable, "The trace is too large to be written: \(error).")
        }
    }

    /// Writes the file. Only its owner may read it: it has what the person entered.
    ///
    /// - Throws: `FILE_UNWRITABLE`.
    package func write(to path: String) throws(CommandError) {
        try WholeFile.write(try archive(), to: path, isPrivate: true)
    }
}
