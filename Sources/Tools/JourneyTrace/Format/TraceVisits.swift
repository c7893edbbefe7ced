internal import JourneyBase

/// One visit of a step, or what came before the first step.
struct TraceVisit: Sendable {
    /// The step; empty before the first one.
    var step: String
    /// The kind of step; empty if it is not known.
    var type: String
    /// The number of the step's visit, from 1.
    var visit: Int
    var entered: Int
    var left: Int
    /// The positions of the visit's lines.
    var lines: [Int] = []
    /// The positions of lines with a picture or DOM snapshot of the step. A late one belongs to the step that it shows.
    var pictures: [Int] = []
    var snapshots: [Int] = []
}

extension Trace {
    /// The visits in order. The first one is that before any step, if anything happened there.
    var visits: [TraceVisit] {
        let machine = machineStart
        var visits: [TraceVisit] = [TraceVisit(step: "", type: "", visit: 1, entered: 0, left: 0)]
        var counts: [String: Int] = [:]
        for (index, line) in lines.enumerated() {
            // Before the machine's first line, a run that was killed may be told by its events alone.
            let isEntry = index < machine ? line.isStepEntry : line.kind == "enter"
            if isEntry {
                let source = line.kind == "timeline" ? line.members["attributes"]?["step"]?.string : line.text("step")
                let step = source ?? ""
                counts[step, default: 0] += 1
                visits.append(
                    TraceVisit(
                        step: step, type: line.text("type") ?? "", visit: counts[step] ?? 1, entered: line.at,
                        left: line.at))
            }
            let last = visits.count - 1
            if line.kind == "picture" || line.kind == "dom" {
                let step = line.text("step")
                let place = visits.lastIndex { $0.step == step } ?? last
                if line.kind == "dom" {
                    visits[place].snapshots.append(index)
                } else {
                    visits[place].pictures.append(index)
                    visits[place].lines.append(index)
                }
                continue
            }
            visits[last].lines.append(index)
            visits[last].left = max(visits[last].left, line.at)
        }
        for index in visits.indices.dropFirst() { visits[index - 1].left = visits[index].entered }
        return visits.filter { !$0.lines.isEmpty }
    }
}
