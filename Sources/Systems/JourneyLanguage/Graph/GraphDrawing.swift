internal import Foundation

/// Renders a layout as SVG.
struct GraphDrawing {
    private let layout: GraphLayout
    private var body: [String] = []
    private var left = 0.0
    private var right = 0.0
    private var bottom = 0.0
    private let ink = "#27303a"
    private let soft = "#5b6673"
    /// The colour of the marked path.
    private let mark = "#c0392b"
    private let marked: GraphPath?
    private let reach: GraphReach?
    /// The areas of the labels that were drawn.
    private var labels: [LabelArea] = []

    /// The area of a label.
    private struct LabelArea {
        let left: Double
        let width: Double
        let top: Double
        let height: Double

        func overlaps(_ other: LabelArea) -> Bool {
            left < other.left + other.width && other.left < left + width && top < other.top + other.height
                && other.top < top + height
        }
    }

    init(_ layout: GraphLayout, marked: GraphPath? = nil, reach: GraphReach? = nil) {
        self.layout = layout
        self.marked = marked
        self.reach = reach
        for box in layout.boxes.values {
            left = min(left, box.x - box.width / 2)
            right = max(right, box.x + box.width / 2)
            bottom = max(bottom, box.y + GraphLayout.boxHeight)
        }
        drawStart()
        for line in layout.lines { draw(line) }
        for box in layout.boxes.values.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) { draw(box) }
        drawEnds()
        drawCaption()
        drawReach()
    }

    var svg: String {
        let margin = 28.0
        let width = right - left + 2 * margin
        let height = bottom + 2 * margin + 56
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" height="\(number(height))" \
            viewBox="\(number(left - margin)) \(number(-margin - 56)) \(number(width)) \(number(height))" \
            font-family="'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif" role="img">
            <title>\(GraphDrawing.escaped(layout.title))</title>
            <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">\
            <path d="M1 1 L9 5 L1 9 Z" fill="\(soft)"/></marker>\(marked == nil ? "" : marker)</defs>
            <rect x="\(number(left - margin))" y="\(number(-margin - 56))" width="\(number(width))" \
            height="\(number(height))" fill="#ffffff"/>
            """
        return ([head] + body + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private var marker: String {
        """
        <marker id="mark" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto" \
        markerUnits="userSpaceOnUse"><path d="M1 1 L9 5 L1 9 Z" fill="\(mark)"/></marker>
        """
    }

    private func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: scalar.value < 0x20 ? " " : String(scalar)
            }
        }.joined()
    }

    private mutating func text(
        _ text: String, _ x: Double, _ y: Double, size: Double, fill: String, anchor: String = "middle",
        weight: String? = nil, halo: Bool = false
    ) {
        let style =
            (weight.map { " font-weight=\"\($0)\"" } ?? "")
            + (halo ? " stroke=\"#ffffff\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\"" : "")
        body.append(
            "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" fill=\"\(fill)\" text-anchor=\"\(anchor)\"\(style)>\(GraphDrawing.escaped(text))</text>"
        )
    }

    private mutating func draw(_ box: GraphLayout.Box) {
        let style = GraphStyle(box.node.kind)
        let isEnd = if case .terminal = box.node.kind { true } else { false }
        let radius = isEnd ? GraphLayout.boxHeight / 2 : 9
        let visits = marked?.visits(of: box.node.id) ?? []
        let line = visits.isEmpty ? style.line : mark
        let isMissed = reach.map { !$0.steps.contains(box.node.id) } ?? false
        let dash = isMissed ? " stroke-dasharray=\"4 3\" opacity=\"0.55\"" : ""
        body.append(
            "<rect x=\"\(number(box.x - box.width / 2))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" height=\"\(number(GraphLayout.boxHeight))\" rx=\"\(number(radius))\" fill=\"\(style.fill)\" stroke=\"\(line)\" stroke-width=\"\(visits.isEmpty ? isEnd ? 2.2 : 1.4 : 3)\"\(dash) data-step=\"\(GraphDrawing.escaped(box.node.id))\"/>"
        )
        if !visits.isEmpty {
            let words = visits.map { String($0) }.joined(separator: ", ")
            text(
                words, box.x + box.width / 2 - 8, box.y - 5, size: 12, fill: mark, anchor: "end", weight: "700",
                halo: true)
        }
        text(box.node.id, box.x, box.y + 22, size: 14, fill: ink, weight: "600")
        text(style.subtitle(of: box.node), box.x, box.y + 38, size: 10.5, fill: style.line)
        for (index, note) in box.notes.enumerated() {
            let isMarked = marked?.leads(from: box.node.id, to: note.target.id) ?? false
            let style = GraphStyle(note.target.kind)
            let x = box.x + box.width / 2 + 14
            let top = box.y + GraphLayout.boxHeight / 2 - Double(box.notes.count) * GraphLayout.noteHeight / 2
            let y = top + (Double(index) + 0.5) * GraphLayout.noteHeight
            body.append("<circle cx=\"\(number(x + 4))\" cy=\"\(number(y))\" r=\"4\" fill=\"\(style.line)\"/>")
            let words = "\(note.text) → \(note.target.id)"
            let colour = reach?.colour(from: box.node.id, to: note.target.id) ?? (isMarked ? mark : soft)
            text(words, x + 14, y + 4, size: 11, fill: colour, anchor: "start", weight: isMarked ? "700" : nil)
            right = max(right, x + 14 + GraphLayout.width(of: words))
            bottom = max(bottom, y + 8)
        }
    }

    private mutating func drawStart() {
        guard let box = layout.boxes[layout.start] else { return }
        body.append("<circle cx=\"\(number(box.x))\" cy=\"\(number(box.y - 40))\" r=\"6\" fill=\"\(ink)\"/>")
        path("M \(number(box.x)) \(number(box.y - 34)) L \(number(box.x)) \(number(box.y - 2))")
    }

    private mutating func path(_ data: String, of line: GraphLayout.Line? = nil) {
        let dash = line?.isBack == true ? " stroke-dasharray=\"5 4\"" : ""
        let isMarked = line.map(isMarked) ?? false
        let share = line.flatMap { reach?.colour(from: $0.from, to: $0.to) }
        let pen =
            isMarked
            ? "stroke=\"\(mark)\" stroke-width=\"3\""
            : "stroke=\"\(share ?? soft)\" stroke-width=\"\(share == nil ? 1.4 : 2.2)\""
        body.append(
            "<path d=\"\(data)\" fill=\"none\" \(pen)\(dash) marker-end=\"url(#\(isMarked ? "mark" : "tip"))\"/>"
        )
    }

    private func isMarked(_ line: GraphLayout.Line) -> Bool { marked?.leads(from: line.from, to: line.to) ?? false }

    private mutating func draw(_ line: GraphLayout.Line) {
        guard let from = layout.boxes[line.from], let to = layout.boxes[line.to] else { return }
        if line.isBack {
            drawBack(line, from, to)
            return
        }
        // Lines start and end spread over the box, in the order of their other ends.
        let start = (x: port(of: from, toward: line, isStart: true), y: from.y + GraphLayout.boxHeight)
        let end = (x: port(of: to, toward: line, isStart: false), y: to.y - 2)
        var data = "M \(number(start.x)) \(number(start.y))"
        var last = start
        for bend in line.bends {
            data += curve(last, (bend.x, bend.y)) + " L \(number(bend.x)) \(number(bend.y + GraphLayout.boxHeight))"
            last = (bend.x, bend.y + GraphLayout.boxHeight)
        }
        path(data + curve(last, end), of: line)
        let y = last.y + (end.y - last.y) * 0.56
        // Vertical lines carry the label at their side, which leaves the left to back edges; all others carry it across.
        if abs(end.x - last.x) < 12 {
            label(line.labels, max(last.x, end.x) + 9, y, anchor: "start")
        } else {
            label(line.labels, last.x + (end.x - last.x) * 0.74, y, anchor: "middle")
        }
    }

    private func curve(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> String {
        let half = (a.y + b.y) / 2
        return " C \(number(a.x)) \(number(half)) \(number(b.x)) \(number(half)) \(number(b.x)) \(number(b.y))"
    }

    private func port(of box: GraphLayout.Box, toward line: GraphLayout.Line, isStart: Bool) -> Double {
        let siblings = layout.lines.filter { !$0.isBack && (isStart ? $0.from == line.from : $0.to == line.to) }
        func other(_ line: GraphLayout.Line) -> Double {
            let bend = isStart ? line.bends.first?.x : line.bends.last?.x
            return bend ?? layout.boxes[isStart ? line.to : line.from]?.x ?? 0
        }
        let sorted = siblings.sorted { (other($0), $0.to) < (other($1), $1.to) }
        let index = sorted.firstIndex { $0.from == line.from && $0.to == line.to } ?? 0
        let step = min(26, box.width / Double(sorted.count + 1))
        return box.x + (Double(index) - Double(sorted.count - 1) / 2) * step
    }

    /// Draws a back edge upwards on the left; longer ones swing wider.
    private mutating func drawBack(_ line: GraphLayout.Line, _ from: GraphLayout.Box, _ to: GraphLayout.Box) {
        let start = (x: from.x - from.width / 2, y: from.y + GraphLayout.boxHeight * 0.3)
        let end = (x: to.x - to.width / 2 - 2, y: to.y + GraphLayout.boxHeight * 0.7)
        let swing = 44 + abs(start.y - end.y) * 0.22
        let side = min(start.x, end.x) - swing
        path(
            "M \(number(start.x)) \(number(start.y)) C \(number(side)) \(number(start.y)) \(number(side)) \(number(end.y)) \(number(end.x)) \(number(end.y))",
            of: line)
        let x = (start.x + end.x) / 8 + side * 0.75 - 6
        let y = (start.y + end.y) / 2 - Double(line.labels.count - 1) * 7 + 4
        for (index, words) in line.labels.enumerated() {
            text(words, x, y + Double(index) * 14, size: 11, fill: soft, anchor: "end", halo: true)
            left = min(left, x - GraphLayout.width(of: words))
        }
    }

    private mutating func label(_ lines: [String], _ x: Double, _ y: Double, anchor: String) {
        let width = lines.map(GraphLayout.width).max() ?? 0
        let height = Double(lines.count) * 14
        let own = LabelArea(
            left: anchor == "start" ? x : x - width / 2, width: width, top: y - height / 2 + 4, height: height)
        let area = free(own)
        labels.append(area)
        let place = x + area.left - own.left
        for (index, words) in lines.enumerated() {
            text(words, place, area.top + 7 + Double(index) * 14, size: 11, fill: ink, anchor: anchor, halo: true)
        }
        left = min(left, area.left)
        right = max(right, area.left + area.width)
    }

    /// Returns an area near `own` that covers neither a label nor a step; `own` if there is none. Labels of lines that end close to
    /// each other would cover each other.
    private func free(_ own: LabelArea) -> LabelArea {
        let boxes = layout.boxes.values.map { box in
            LabelArea(left: box.x - box.width / 2, width: box.width, top: box.y, height: GraphLayout.boxHeight)
        }
        let aside = own.width * 0.6
        let shifts: [(x: Double, y: Double)] = [
            (0, 0), (0, -14), (0, 14), (aside, 0), (-aside, 0), (aside, -14), (-aside, -14), (aside, 14), (-aside, 14),
            (0, -28), (0, 28), (2 * aside, 0), (-2 * aside, 0),
        ]
        for shift in shifts {
            let area = LabelArea(
                left: own.left + shift.x, width: own.width, top: own.top + shift.y, height: own.height)
            if !(labels + boxes).contains(where: area.overlaps) { return area }
        }
        return own
    }

    /// Draws the steps that notes lead to.
    private mutating func drawEnds() {
        guard !layout.ends.isEmpty else { return }
        let y = bottom + 34
        var x = left
        for node in layout.ends {
            let isMarked = marked?.visits(of: node.id).isEmpty == false
            let style = GraphStyle(node.kind)
            let caption = style.caption == node.id ? node.id : "\(node.id) · \(style.caption)"
            let width = GraphLayout.width(of: caption) + 34
            body.append(
                "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"26\" rx=\"13\" fill=\"\(style.fill)\" stroke=\"\(isMarked ? mark : style.line)\" stroke-width=\"\(isMarked ? 3 : 1.4)\" data-step=\"\(GraphDrawing.escaped(node.id))\"/>"
            )
            body.append("<circle cx=\"\(number(x + 14))\" cy=\"\(number(y + 13))\" r=\"4\" fill=\"\(style.line)\"/>")
            text(caption, x + 24, y + 17, size: 11.5, fill: ink, anchor: "start")
            x += width + 12
        }
        right = max(right, x - 12)
        bottom = y + 26
    }

    /// Writes below the picture what the colours of the lines mean.
    private mutating func drawReach() {
        guard let reach else { return }
        let y = bottom + 34
        var x = left
        let rows: [(String, String)] = [(ink, reach.caption)] + GraphReach.Share.allCases.map { ($0.colour, $0.words) }
        for (colour, words) in rows {
            text(words, x, y, size: 12, fill: colour, anchor: "start", weight: "600")
            x += GraphLayout.width(of: words) + 28
        }
        right = max(right, x)
        bottom = y + 8
    }

    /// Writes the path's caption below the picture.
    private mutating func drawCaption() {
        guard let marked, !marked.caption.isEmpty else { return }
        for (index, line) in marked.caption.enumerated() {
            let y = bottom + 34 + Double(index) * 17
            text(
                line, left, y, size: 12, fill: index == 0 ? mark : ink, anchor: "start",
                weight: index == 0 ? "700" : nil)
            right = max(right, left + GraphLayout.width(of: line))
        }
        bottom += 34 + Double(marked.caption.count) * 17
    }
}

/// A path through a graph that a picture marks, such as a counterexample's.
package struct GraphPath: Sendable {
    /// The steps in the order of their visits.
    private let steps: [String]
    /// The lines below the picture; the first is a heading.
    let caption: [String]

    package init(steps: [String], caption: [String]) {
        self.steps = steps
        self.caption = caption
    }

    /// Returns the numbers of the visits of a step, from 1.
    func visits(of step: String) -> [Int] { steps.indices.filter { steps[$0] == step }.map { $0 + 1 } }

    /// Returns `true` if the path leads directly from one step to another.
    func leads(from: String, to: String) -> Bool {
        zip(steps, steps.dropFirst()).contains { $0 == from && $1 == to }
    }
}
