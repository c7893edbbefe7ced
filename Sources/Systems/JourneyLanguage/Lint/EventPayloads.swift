internal import JourneyBase

/// The known payload types of one step's events, derived from what raises them.
struct EventPayloads {
    let step: LoadingCheck.StepCheck
    /// The result of the native step's plugin, or of the closest one to a misspelt name.
    private let answer: PayloadTypes?

    init(_ step: LoadingCheck.StepCheck, _ plugins: [PluginDescription]) {
        self.step = step
        let name = step.type == "native" ? step.value["plugin"]?.string : nil
        let plugin = name.flatMap { PluginDescription.meant(by: $0, among: plugins) }
        answer = plugin.map { $0.method(of: step.reader.step)?.answer ?? $0.answer }
    }

    /// The payload types of `event`; unknown for events that pages raise.
    subscript(event: String) -> PayloadTypes {
        var seen: Set<String> = []
        let sources = sources(of: event, &seen)
        return sources.isEmpty ? .unknown : PayloadTypes(merging: sources)
    }

    private func sources(of event: String, _ seen: inout Set<String>) -> [PayloadTypes] {
        guard seen.insert(event).inserted else { return [] }
        switch StateMachine.EngineEvent(rawValue: event) {
        case .enter, .timeout, .journeyTimeout, .cancelled: return [.empty]
        case .success where step.type == "authorize":
            let names = Set((step.value["out"]?.object ?? [:]).keys)
            let types = Dictionary(uniqueKeysWithValues: names.map { ($0, ValueType.string) })
            return [PayloadTypes(types: types, names: names, isOpen: false)]
        case .success: return [answer ?? .unknown]
        case .error: return [EventPayloads.failure]
        case nil: break
        }
        var sources: [PayloadTypes] = step.unreadEvents.contains(event) ? [.unknown] : []
        for (_, binding) in step.bindings {
            if binding.onSuccessEmit == event { sources.append(binding.operation.answers.outputs) }
            if binding.onErrorEmit == event { sources.append(EventPayloads.failure) }
        }
        for (source, value) in step.value["on"]?.object ?? [:] {
            for transition in value.array ?? [value] where transition["emit"]?.string == event {
                // The payloads of pages are unknown, and a cycle adds nothing.
                sources += isRaised(source) ? self.sources(of: source, &seen) : [.unknown]
            }
        }
        return sources
    }

    /// Returns `true` if the step itself raises `event`, so that no page does.
    private func isRaised(_ event: String) -> Bool {
        StateMachine.EngineEvent(rawValue: event) != nil || step.unreadEvents.contains(event)
            || step.bindings.contains { $0.binding.onSuccessEmit == event || $0.binding.onErrorEmit == event }
            || (step.value["on"]?.object ?? [:]).values.contains { value in
                (value.array ?? [value]).contains { $0["emit"]?.string == event }
            }
    }

    /// The payload of a failure: its code, the HTTP status, and any members that the bank adds.
    private static let failure = PayloadTypes(
        types: ["code": .string, "status": .integer], names: ["code", "status"], isOpen: true)
}
