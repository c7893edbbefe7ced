import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// A holder with documents, a scripted user and a radio, and a medium for a reader. The clock stands still except for
/// the short waits of an end.
final class HolderFixture: Sendable {
    let clock = ManualClock()
    let air: RadioMedium
    let holderRadio: LocalRadio
    let readerRadio: LocalRadio
    let transport: BluetoothTransport
    let readers: BluetoothTransport
    let recorder = Recorder()
    let person: ScriptedPerson
    let wallet: Wallet
    let office: DocumentIssuerFixture
    let orchestrator: HolderOrchestrator
    let dependencies: Dependencies
    private let pump: Task<Void, Never>

    init(
        person: ScriptedPerson = ScriptedPerson(), settings: HolderSettings = HolderSettings(),
        state: RadioState = .poweredOn,
        answer: RadioState = .poweredOn, holderFaults: [RadioFault] = [], readerFaults: [RadioFault] = [],
        mtu: Int = 515,
        buffer: Int = 0, trust: ReaderTrust = ReaderTrust(anchors: []), office: DocumentIssuerFixture? = nil,
        cards: [Wallet.Card]? = nil,
        gate: ((LocalRadio, Recorder) -> PrerequisiteGate)? = nil, passing: [Duration] = [.milliseconds(500)],
        makeKey: @escaping @Sendable (EllipticCurve) throws -> EphemeralKey = { try EphemeralKey(on: $0) }
    ) async throws {
        let office = try office ?? DocumentIssuerFixture()
        air = RadioMedium(clock: clock, buffer: buffer)
        holderRadio = air.radio(state: state, answer: answer, faults: holderFaults)
        readerRadio = air.radio(mtu: mtu, faults: readerFaults)
        dependencies = Dependencies(
            now: { DocumentIssuerFixture.now }, clock: clock, random: SystemRandom.bytes, log: recorder.log)
        transport = BluetoothTransport(holderRadio, dependencies: dependencies)
        readers = BluetoothTransport(readerRadio, dependencies: dependencies)
        self.office = office
        self.person = person
        wallet = Wallet(try await cards.orMade { [try await Wallet.card("one", office)] })
        orchestrator = HolderOrchestrator(
            crypto: CryptoService(source: wallet, settings: settings, dependencies: dependencies, makeKey: makeKey),
            transport: transport, presenter: person, trust: trust, gate: gate?(holderRadio, recorder))
        pump = HolderFixture.pump(clock, passing)
        person.observeActions { [recorder] in recorder.record($0) }
    }

    /// Advances the clock by these durations as soon as a sleep of that length is pending.
    private static func pump(_ clock: ManualClock, _ passing: [Duration]) -> Task<Void, Never> {
        Task {
            var seen = 0
            while !Task.isCancelled {
                await clock.waitForNaps(seen + 1)
                let naps = clock.naps
                for nap in naps[seen...] where passing.contains(nap) { clock.advance(by: nap) }
                seen = naps.count
            }
        }
    }

    /// Resumes pending sleeps.
    func close() async {
        pump.cancel()
        try? await clock.sleep(for: .zero)
        await pump.value
    }

    /// Advances the clock by `duration` once the `count`-th sleep of that length is pending.
    func pass(_ duration: Duration, count: Int = 1) async {
        var naps = clock.naps
        while naps.count(where: { $0 == duration }) < count {
            await clock.waitForNaps(naps.count + 1)
            naps = clock.naps
        }
        clock.advance(by: duration)
    }

    /// Starts a transaction.
    func present(_ cards: [Credential.ID] = ["one"]) -> Task<PresentationEnd, Never> {
        Task { [orchestrator] in await orchestrator.startPresentation(cards) }
    }

    /// Returns the engagement that is shown for the `count`-th time.
    func engagement(_ count: Int = 1) async throws -> Engagement {
        await recorder.waits(for: "OR->>UI: render presentingEngagement", count: count)
        return try #require(orchestrator.currentSession?.cryptoContext?.engagement)
    }

    /// Returns a reader that has scanned the code.
    func inspector(_ count: Int = 1, key: EphemeralKey? = nil) async throws -> Inspector {
        // From the bytes in the code, as a reader does.
        try await Inspector(Engagement(engagement(count).encoded), over: readers, key: key)
    }

    /// Returns a request for elements of a licence.
    static func request(_ elements: [String], isRetained: Bool = false) throws -> [UInt8] {
        Array(
            try DeviceRequestDraft([
                .init(
                    .drivingLicence,
                    [.init(DocumentIssuerFixture.licence, elements.map { .init($0, isRetained: isRetained) })])
            ]).request().encoded)
    }

    /// Returns the reader's report on a response.
    func report(_ response: [UInt8], by inspector: Inspector, _ elements: [String]) throws -> ResponseReport {
        try DocumentVerifier(trust: office.trust).verify(
            DeviceResponse(response[...]), session: .init(transcript: inspector.transcript),
            request: [
                .init(
                    docType: .drivingLicence, elements: elements.map { ElementName(DocumentIssuerFixture.licence, $0) })
            ], at: DocumentIssuerFixture.now)
    }

    /// Expects that nothing is left of a transaction: no session, connection, radio use or error of the scripted user.
    func expectNothingLeft(_ place: SourceLocation = #_sourceLocation) {
        #expect(orchestrator.currentSession == nil, sourceLocation: place)
        #expect(transport.openConnections == 0 && holderRadio.use == .none, sourceLocation: place)
        #expect(person.faults == [], sourceLocation: place)
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func orMade(_ make: () async throws -> Wrapped) async rethrows -> Wrapped {
        if let self { self } else { try await make() }
    }
}
