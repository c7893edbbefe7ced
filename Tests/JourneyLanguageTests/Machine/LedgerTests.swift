import JourneyBase
import Testing

@testable import JourneyLanguage

/// Which earlier attempt a call belongs to: only one of the same binding with the same arguments.
@Suite("Ledger of calls")
struct LedgerTests {
    private static let (amount, other): ([UInt8], [UInt8]) = ([1], [2])

    private func slot(_ binding: Int) throws -> PendingCall.Slot {
        PendingCall.Slot(step: try Fixture.id("pay"), binding: binding)
    }

    /// The ledger of a run that resumes with these attempts. The step has two bindings.
    private func ledger(_ attempts: [String: ResumePoint.Attempt]) throws -> Ledger {
        let journey = try Fixture.journey([
            Fixture.step(
                "pay", .server, [Fixture.binding(on: "enter", "first"), Fixture.binding(on: "again", "second")],
                on: ["paid": [Fixture.to("done")]]),
            Fixture.end("done", .completed),
        ])
        return Ledger(ResumePoint(step: try Fixture.id("pay"), attempts: attempts), of: journey)
    }

    private func number(
        _ ledger: inout Ledger, _ binding: Int, _ fingerprint: [UInt8], _ kind: Ledger.Kind = .keyed,
        isOwn: Bool = false
    ) throws -> Int {
        try ledger.attempt(of: slot(binding), fingerprint, operation: "operation\(binding)", kind: kind, isOwn: isOwn)
    }

    @Test("a repeated call continues the attempt of its own binding with its own arguments")
    func repeated() throws {
        let attempts: [String: ResumePoint.Attempt] = [
            "pay/0/1": .init(.done, Self.amount), "pay/0/2": .init(.done, Self.other),
            "pay/1/3": .init(.done, Self.amount),
        ]
        for (binding, fingerprint, expected) in [(0, Self.amount, 1), (0, Self.other, 2), (1, Self.amount, 3)] {
            var ledger = try ledger(attempts)
            #expect(try number(&ledger, binding, fingerprint, isOwn: true) == expected)
            // The attempt is open again, and no other one is.
            let open = try #require(ledger.open[slot(binding)])
            #expect(open.map(\.number) == [expected] && ledger.open.count == 1)
            #expect(ledger.closed.map(\.attempt.number).sorted() == [1, 2, 3].filter { $0 != expected })
        }
        var ledger = try ledger(attempts)
        let error = #expect(throws: JourneyError.self) { try number(&ledger, 1, Self.other, isOwn: true) }
        #expect(error?.code == .resumeRefused)
    }

    @Test("attempts of two bindings with one number stay apart when one is opened again")
    func sameNumber() throws {
        var ledger = try ledger(["pay/0/1": .init(.done, Self.amount), "pay/1/1": .init(.done, Self.amount)])
        #expect(try number(&ledger, 0, Self.amount, isOwn: true) == 1)
        #expect(try ledger.closed.map(\.slot) == [slot(1)])
    }

    @Test("a call has begun if its binding has this attempt, or one whose arguments are no longer known")
    func begun() throws {
        for (state, differs) in [(ResumePoint.Attempt.State.open, true), (.done, false), (.refused, false)] {
            let ledger = try ledger(["pay/0/1": .init(state, Self.amount)])
            #expect(try ledger.hasBegun(slot(0), Self.amount))
            #expect(try ledger.hasBegun(slot(0), Self.other) == differs, "\(state)")
            #expect(try !ledger.hasBegun(slot(1), Self.amount), "\(state)")
        }
    }

    @Test("the same intent keeps its number until its result is known, unless it has no key")
    func intents() throws {
        var ledger = Ledger()
        #expect(try number(&ledger, 0, Self.amount) == 1 && number(&ledger, 0, Self.amount) == 1)
        #expect(try number(&ledger, 0, Self.other) == 2 && number(&ledger, 1, Self.amount) == 1)
        try ledger.close(slot(0), 2, isDone: true)
        #expect(try number(&ledger, 0, Self.other) == 3 && number(&ledger, 0, Self.amount) == 1)
        #expect(try number(&ledger, 1, Self.other, .unkeyed) == 2 && number(&ledger, 1, Self.other, .unkeyed) == 3)
    }

    @Test("an answer about another attempt changes nothing")
    func answers() throws {
        var ledger = Ledger()
        #expect(try number(&ledger, 0, Self.amount) == 1 && number(&ledger, 0, Self.other) == 2)
        for (binding, attempt) in [(0, 3), (0, 0), (1, 1)] {
            try ledger.resolve(slot(binding), number: attempt, isDone: false)
            try ledger.close(slot(binding), attempt, isDone: true)
        }
        #expect(try ledger.open[slot(0)]?.map(\.number) == [1, 2] && ledger.closed.isEmpty && !ledger.hasEffects)
        try ledger.resolve(slot(0), number: 2, isDone: true)
        #expect(ledger.hasEffects && ledger.unresolved == ["operation0"] && ledger.operations == ["operation0"])
        try ledger.resolve(slot(0), number: 1, isDone: false)
        #expect(try ledger.open[slot(0)]?.map(\.number) == [2])
    }

    @Test("a run makes 500 tracked calls, and any number of others")
    func limit() throws {
        func fingerprint(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
        var ledger = Ledger()
        for index in 0..<500 {
            #expect(try number(&ledger, 0, fingerprint(index)) == index + 1)
            // Received results count as well.
            if index.isMultiple(of: 2) { try ledger.close(slot(0), index + 1, isDone: true) }
        }
        for index in 500..<510 { #expect(try number(&ledger, 1, fingerprint(index), .untracked) == index - 499) }
        let error = #expect(throws: JourneyError.self) { try number(&ledger, 0, fingerprint(500)) }
        #expect(error?.code == .limitExceeded)
    }
}
