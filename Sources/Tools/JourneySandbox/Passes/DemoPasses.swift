import JourneyBase
import JourneyGateway

/// The sandbox's tickets. Existing records stay unchanged.
enum DemoPasses {
    private static let all: [(tag: String, subscription: String, event: String, seat: String)] = [
        ("TICKET-001", "SUB-001", "Harbour Lights", "12 A"), ("TICKET-002", "SUB-002", "Harbour Lights", "12 B"),
        ("TICKET-003", "SUB-003", "Winter Voices", "3 F"),
    ]

    /// Adds the tickets and returns the tags with passes. Throws the store's errors.
    static func populate(
        _ store: PassStore, token: Secret, dependencies: Dependencies
    ) async throws(JourneyError) -> [String] {
        let (client, now) = (PassServer.client, dependencies.now())
        try await once { () throws(JourneyError) in try await store.addClient(client, now: now) }
        try await once { () throws(JourneyError) in
            try await store.addUser(PassServer.user, of: client, token: token, now: now)
        }
        try await once { () throws(JourneyError) in
            try await store.addType(
                PassServer.passType, of: client, team: PassServer.team, organization: PassServer.organization, now: now)
        }
        for ticket in all {
            try await once { () throws(JourneyError) in
                try await store.addTag(ticket.tag, subscription: ticket.subscription, of: client, now: now)
            }
            try await once { () throws(JourneyError) in
                try await store.addPass(
                    .init(
                        holder: PassServer.holder, type: PassServer.passType, serial: "SANDBOX-\(ticket.tag)",
                        values: [
                            "ticket": .string(ticket.tag), "event": .string(ticket.event), "seat": .string(ticket.seat),
                            "name": "Ada Tester",
                        ]), on: ticket.tag, of: client, dependencies: dependencies)
            }
        }
        return all.map(\.tag)
    }

    private static func once<Value>(_ work: () async throws(JourneyError) -> Value) async throws(JourneyError) {
        do { _ = try await work() } catch { guard error.code == .recordExists else { throw error } }
    }
}
