import JourneyBase
import JourneyCrypto
import JourneyLanguage

/// Measures the sandbox's whole journey through the state machine: six transitions, four calls and their guards.
enum MachineCase {
    static let transitions = 6.0

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let signed = try await bench.journey()
        let journey = try JourneyLoader.compile(
            JourneyLoader.verify(signed.manifest, trust: signed.trust), openAPI: signed.openAPI)
        let samples = try bench.sampler.calculate { try run(journey) }
        return [Measurement("state machine, one transition", samples, units: transitions)]
    }

    private static func run(_ journey: Journey) throws {
        var machine = StateMachine(journey: journey, fingerprintKey: Secret(count: 32) { _ in })
        var calls: [PendingCall] = []
        var entered = 0
        func take(_ event: StateMachine.Event) {
            for effect in machine.handle(event) {
                switch effect {
                case .call(let call): calls.append(call)
                case .enterStep: entered += 1
                default: break
                }
            }
        }
        func page(_ name: String, _ payload: JSONValue = [:]) { take(.page(name: name, payload: payload)) }
        func open() { take(.pageOpened(visit: machine.visit)) }
        func answer(_ body: JSONValue) {
            if let call = calls.popLast() { take(.callFinished(call.id, .success(status: 200, body: body))) }
        }
        take(.start)
        open()
        page("submit")
        open()
        page("submit", ["name": "Ada Lovelace", "sortCode": "401234", "accountNumber": "12345678"])
        answer(["payeeId": "p1", "nameMatch": "match"])
        open()
        answer(["balance": 1_000_00])
        page("submit", ["amount": 12_50, "currency": "GBP"])
        answer(["quoteId": "q1"])
        open()
        answer([
            "quoteId": "q1", "total": 12_50,
            "approval": [
                "challenge": "c1", "amount": 12_50, "fee": 0, "currency": "GBP", "payeeName": "Ada Lovelace",
                "payeeAccount": "40-12-34 12345678",
            ],
        ])
        page("confirm")
        take(.native(visit: machine.visit, .success(["proof": "p1"])))
        answer(["quoteId": "q1", "status": "APPROVED"])
        answer([
            "reference": "r1", "status": "ACCEPTED", "payeeName": "Ada Lovelace", "amount": 12_50, "total": 12_50,
            "currency": "GBP",
        ])
        try expect(
            machine.isFinished && entered == Int(transitions) + 1 && machine.currentStep.rawValue == "completed",
            "The journey ended in \(machine.currentStep) after \(entered) steps.")
    }
}
