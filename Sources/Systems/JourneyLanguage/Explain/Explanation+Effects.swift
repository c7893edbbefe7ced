internal import JourneyBase

extension Explanation.Entry {
    /// Returns the entries for `effect`. `visits` counts how often each step was entered; `problem` is the reason why a call
    /// could not be sent.
    static func entries(
        of effect: StateMachine.Effect, _ visits: [StepID: Int], problem: String?
    ) -> [Explanation.Entry] {
        switch effect {
        case .exitStep, .finish: []
        case .enterStep(let step, _): entering(step, visit: visits[step.id, default: 0])
        case .call(let call):
            [
                .call(
                    operation: call.binding.operation.id, attempt: call.attempt, carriesKey: call.carriesKey,
                    arguments: .object(call.arguments), problem: problem)
            ]
        case .emitToPage(let name, let payload): [.emitToPage(name: name, payload: payload)]
        case .savePoint: [.effect(name: "save", detail: "the point to resume from")]
        case .inquire(let scopes):
            [.effect(name: "inquire", detail: "what became of \(scopes.joined(separator: ", "))")]
        case .startTimer(let timer, let duration):
            [.effect(name: "startTimer", detail: "\(words(timer)), \(duration)")]
        case .cancelTimer(let timer): [.effect(name: "cancelTimer", detail: words(timer))]
        case .diagnostic(let diagnostic): [.diagnostic(code: diagnostic.kind.rawValue, message: diagnostic.message)]
        }
    }

    private static func words(_ timer: StateMachine.TimerID) -> String {
        if case .journey = timer { "the journey's" } else { "the step's" }
    }

    private static func entering(_ step: Step, visit: Int) -> [Explanation.Entry] {
        func enter(_ type: String) -> Explanation.Entry { .enter(step: step.id.rawValue, type: type, visit: visit) }
        return switch step.kind {
        case .web(let address):
            [enter("web")] + (address.url.map { [.effect(name: "show", detail: "\($0)")] } ?? [])
        case .native(let plugin, let params):
            [enter("native"), .effect(name: "run", detail: "the plugin \(plugin) with \(params.compactText)")]
        case .server: [enter("server")]
        case .authorize(let authorization):
            // The query may carry a state, which is the run's own.
            [
                enter("authorize"),
                authorization.address.map { address in
                    .effect(name: "open", detail: address.url.map { "\($0.origin)\($0.path)" } ?? "an address")
                } ?? .effect(name: "await", detail: "the return of the earlier visit"),
            ]
        case .terminal: [enter("terminal")]
        }
    }
}
