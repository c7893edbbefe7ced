import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite struct ReaderSessionTests {
    private typealias Kind = ReaderSessionState.Kind

    /// Returns a session that has reached this state by allowed transitions.
    private func session(in kind: ReaderSessionState.Kind) throws -> ReaderSession {
        let session = ReaderSession(.ageOver18)
        let way: [ReaderSessionState] =
            switch kind {
            case .notStarted: []
            case .preflight: [.preflight(missing: [.bluetooth])]
            case .failed: [.failed(error: ReaderError(.noAnswer))]
            case .cancelled: [.cancelled(.here)]
            case .success: []
            case .readyToScan: [.readyToScan]
            case .scanning: [.readyToScan, .scanning]
            case .connecting: [.readyToScan, .scanning, .connecting]
            case .requesting: [.readyToScan, .scanning, .connecting, .requesting]
            case .awaitingResponse: [.readyToScan, .scanning, .connecting, .requesting, .awaitingResponse]
            case .verifying: [.readyToScan, .scanning, .connecting, .requesting, .verifying]
            }
        for step in way { try session.transition(to: step) }
        return session
    }

    private static let examples: [ReaderSessionState] = [
        .notStarted, .preflight(missing: [.bluetooth]), .readyToScan, .scanning, .connecting, .requesting,
        .awaitingResponse, .verifying, .failed(error: ReaderError(.peer)), .cancelled(.dropped),
    ]

    private func context() throws -> ReaderContext {
        let engagement = try Engagement(
            key: .p256(P256AgreementKey().publicKey), methods: ConnectionFixture.Offer.peripheral.methods)
        return try ReaderContext(engagement, key: EphemeralKey())
    }

    @Test func `each transition follows the table, and an illegal one fails the session`() throws {
        for from in Kind.allCases where from != .success {
            for next in ReaderSessionTests.examples {
                let session = try session(in: from)
                let before = session.state
                if ReaderSessionState.transitions[from, default: []].contains(next.kind) {
                    try session.transition(to: next)
                    #expect(session.state == next)
                } else if from.isTerminal {
                    #expect(throws: ReaderError(.ended)) { try session.transition(to: next) }
                    #expect(session.state == before)
                } else {
                    #expect(throws: ReaderError(.illegalTransition)) { try session.transition(to: next) }
                    #expect(session.state == .failed(error: ReaderError(.illegalTransition)))
                }
            }
        }
    }

    @Test func `every state can end, and no final state has a transition`() {
        for kind in Kind.allCases {
            let next = ReaderSessionState.transitions[kind, default: []]
            #expect(kind.isTerminal ? next.isEmpty : next.isSuperset(of: [.failed, .cancelled]))
        }
        #expect(Kind.allCases.filter(\.isTerminal) == [.success, .failed, .cancelled])
    }

    @Test func `each value is set once in its state, and any other call invalidates the session`() throws {
        let request = try RequestProfile.ageOver18.draft.request()
        let context = try context()
        let transport = BluetoothTransport(RadioMedium().radio())
        let plan = try ConnectionPlan(reader: context.engagement)
        let setters: [(Kind, (ReaderSession) throws -> Void)] = [
            (.scanning, { try $0.setEngagement(context) }),
            (.connecting, { try $0.setConnection(transport.open(plan)) }),
            (.requesting, { try $0.setRequest(request) }),
        ]
        for (own, set) in setters {
            for kind in Kind.allCases where kind != .success {
                let session = try session(in: kind)
                let before = session.state
                if kind == own {
                    try set(session)
                    #expect(session.state == before)
                    #expect(throws: ReaderError(.sealed)) { try set(session) }
                    #expect(session.state == .failed(error: ReaderError(.sealed)))
                } else if kind.isTerminal {
                    #expect(throws: ReaderError(.ended)) { try set(session) }
                    #expect(session.state == before)
                } else {
                    #expect(throws: ReaderError(.outOfState)) { try set(session) }
                    #expect(session.state == .failed(error: ReaderError(.outOfState)))
                }
            }
        }
        #expect(transport.openConnections == 0)
    }

    @Test func `the end wipes the keys, and releasing the session closes the connection`() throws {
        let transport = BluetoothTransport(RadioMedium().radio())
        let context = try context()
        var session: ReaderSession? = try session(in: .scanning)
        try session?.setEngagement(context)
        try session?.transition(to: .connecting)
        try session?.setConnection(transport.open(try ConnectionPlan(reader: context.engagement)))
        #expect(transport.openConnections == 1 && context.readerKey != nil)
        session = nil
        #expect(transport.openConnections == 0 && context.readerKey == nil)
        // No request was sent, so there is no message for the holder.
        #expect(context.dequeueFinalMessage() == nil)
    }
}
