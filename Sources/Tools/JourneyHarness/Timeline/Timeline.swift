package import JourneyBase

/// The events of one run, and its steps.
package struct Timeline: Sendable {
    package private(set) var events: [TimelineEvent] = []

    package init() {}

    package mutating func append(_ event: TimelineEvent) { events.append(event) }

    /// One visit of a step, with the events until the next step.
    package struct Visit: Sendable {
        package var step: String
        /// The time of entry, in milliseconds since the start.
        package var entered: Int
        package var left: Int
        package var events: [TimelineEvent]
        /// The names of images in the output folder.
        package var shots: [String]
    }

    /// The visits, in order. Events before the first step belong to none.
    package var visits: [Visit] {
        var visits: [Visit] = []
        for event in events {
            if event.name == "step_enter", let step = event.text("step") {
                visits.append(Visit(step: step, entered: event.at, left: event.at, events: [], shots: []))
            } else if let last = visits.indices.last {
                // A screenshot belongs to the step that it shows, even if the next one was entered meanwhile.
                if event.name == "shot", let file = event.text("file") {
                    let index = visits.lastIndex { $0.step == event.text("step") } ?? last
                    visits[index].shots.append(file)
                    continue
                }
                visits[last].left = event.at
                visits[last].events.append(event)
            }
        }
        return visits
    }

    /// The outcome: the attributes of the `result` event.
    package var result: [String: JSONValue]? { events.last { $0.name == "result" }?.attributes }

    /// Milliseconds from the start to the last event.
    package var duration: Int { events.last?.at ?? 0 }

    package var json: JSONValue { .array(events.map(\.json)) }
}
