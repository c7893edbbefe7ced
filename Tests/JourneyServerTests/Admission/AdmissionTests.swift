import Testing

@testable import JourneyServer

@Suite("Connection admission")
struct AdmissionTests {
    private let limits = ServerLimits(connections: 20, connectionsPerAddress: 3, handshakes: 2)

    private func place(_ verdict: Admission.Verdict) -> Admission.Place? {
        if case .admitted(let place) = verdict { place } else { nil }
    }

    private func admit(
        _ admission: Admission, _ address: String?, isTrusted: Bool = false, isReserved: Bool = false,
        hasHandshake: Bool = false
    ) -> Admission.Place? {
        place(
            admission.admit(
                from: address.flatMap { ClientAddress(text: $0) }, isTrusted: isTrusted, isReserved: isReserved,
                hasHandshake: hasHandshake))
    }

    @Test(
        "each address has a limit, an IPv6 /64 counts as one address, and a trusted proxy has none")
    func addresses() {
        let admission = Admission(limits)
        for (addresses, isTrusted, fits) in [
            (["192.0.2.1", "192.0.2.1", "192.0.2.1"], false, true), (["192.0.2.1"], false, false),
            (["192.0.2.2"], false, true), (["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3"], false, true),
            (["2001:db8::4"], false, false), (["2001:db8:0:1::4"], false, true),
            (["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.1"], true, true),
        ] {
            for address in addresses { #expect((admit(admission, address, isTrusted: isTrusted) != nil) == fits) }
        }
    }

    @Test("health checks have reserved places of limited number when all others are taken")
    func reserve() throws {
        let admission = Admission(limits)
        for index in 0..<20 { #expect(admit(admission, "192.0.2.\(index)") != nil) }
        #expect(!admission.hasRoom)
        let places = try (0..<Admission.reserve).map { _ in
            try #require(admit(admission, "192.0.2.1", isReserved: true))
        }
        #expect(admit(admission, "192.0.2.1", isReserved: true) == nil)
        _ = admission.leave(places[0], isHandshaken: true)
        #expect(admit(admission, "192.0.2.1", isReserved: true) != nil)
        // They use no capacity and free none.
        #expect(admission.excess == 1 && !admission.hasRoom)
    }

    @Test("a connection asked to close counts once, and a handshake until it ends or disconnects")
    func counts() throws {
        let admission = Admission(limits)
        var places: [Admission.Place] = []
        for index in 0..<20 {
            places.append(try #require(admit(admission, "192.0.2.\(index)", hasHandshake: index < 4)))
        }
        #expect(admission.excess == 1 && admission.handshakeExcess == 2)
        admission.beginLeaving()
        #expect(admission.excess == 0 && admission.hasRoom)
        admission.endLeaving()
        #expect(admission.excess == 1 && !admission.hasRoom)
        admission.handshakeEnded(places[0])
        #expect(admission.handshakeExcess == 1)
        // Its handshake is not subtracted twice.
        _ = admission.leave(places[0], isHandshaken: true)
        #expect(admission.handshakeExcess == 1 && admission.hasRoom)
        _ = admission.leave(places[1], isHandshaken: false)
        #expect(admission.handshakeExcess == 0)
        for place in places[2...] { _ = admission.leave(place, isHandshaken: false) }
        #expect(admission.isEmpty)
    }

    @Test("a connection moves to the address that its proxy names unless that address is at its limit")
    func moving() throws {
        let admission = Admission(limits)
        let client = try #require(ClientAddress(text: "198.51.100.7"))
        for _ in 0..<3 {
            let place = try #require(admit(admission, "192.0.2.1", isTrusted: true))
            #expect(admission.move(place, to: client)?.group == client.group)
        }
        let place = try #require(admit(admission, "192.0.2.1", isTrusted: true))
        #expect(admission.move(place, to: client) == nil)
        #expect(admit(admission, "198.51.100.7") == nil)
    }
}
