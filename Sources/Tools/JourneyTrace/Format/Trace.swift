import JourneyBase

/// A trace of a run: its header, its lines in order, and the pictures and DOM snapshots that lines name.
package struct Trace: Sendable {
    package var header: TraceHeader
    package var lines: [TraceLine]
    /// The bytes of the resources by name.
    package var resources: [String: [UInt8]]

    package init(header: TraceHeader, lines: [TraceLine] = [], resources: [String: [UInt8]] = [:]) {
        self.header = header
        self.lines = lines
        self.resources = resources
    }

    /// Milliseconds from the start to the last line.
    package var duration: Int { lines.map(\.at).max() ?? 0 }

    /// `true` if the state machine was recorded, and not only what it did.
    package var hasMachine: Bool { machineStart < lines.count }

    /// The position of the state machine's first line; the number of lines if there is none. What it did before is told by
    /// the timeline alone.
    var machineStart: Int {
        lines.firstIndex { ["input", "script", "enter"].contains($0.kind) } ?? lines.count
    }
}
