internal import JourneyBase

/// The names that a web step and its page exchange over the bridge.
struct BridgeNames {
    /// Allowed methods, events that the page may raise, and events that are pushed to it.
    let all: Set<String>

    init(_ step: Reading) {
        var names: Set<String> = Set((step.value["bridgeAllow"]?.array ?? []).compactMap(\.string))
        for (event, value) in step.value["on"]?.object ?? [:] {
            names.insert(event)
            for transition in value.array ?? [value] {
                if let emit = transition["emit"]?.string { names.insert(emit) }
            }
        }
        for binding in step.value["bindings"]?.array ?? [] {
            names.formUnion(["onEvent", "onSuccessEmit", "onErrorEmit"].compactMap { binding[$0]?.string })
        }
        // Engine events are neither sent to pages nor raised by them.
        all = names.subtracting(ManifestGrammar.engineEvents)
    }
}
