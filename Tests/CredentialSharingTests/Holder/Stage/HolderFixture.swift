import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// A holder with documents, a person and a radio, and the air for a reader; the clock stands still but for the moments that an
/// end takes.
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
        person.tell { [recorder] in recorder.note($0) }
    }

    /// Lets the moments of these lengths pass as soon as somebody waits for them.
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

    /// Lets go of what waits for time.
    func close() async {
        pump.cancel()
        try? await clock.sleep(for: .zero)
        await pump.value
    }

    /// Lets time pass, once somebody waits for that long for the `count`-th time.
    func pass(_ duration: Duration, count: Int = 1) async {
        var naps = clock.naps
        while naps.count(where: { $0 == duration }) < count {
            await clock.waitForNaps(naps.count + 1)
            naps = clock.naps
        }
        clock.advance(by: duration)
    }

    /// Begins a transaction.
    func present(_ cards: [Credential.ID] = ["one"]) -> Task<PresentationEnd, Never> {
        Task { [orchestrator] in await orchestrator.startPresentation(cards) }
    }

    /// The code that is shown for the `count`-th time.
    func engagement(_ count: Int = 1) async throws -> Engagement {
        await recorder.waits(for: "OR->>UI: render presentingEngagement", count: count)
        return try #require(orchestrator.currentSession?.cryptoContext?.engagement)
    }

    /// A reader that scans the code.
    func inspector(_ count: Int = 1, key: EphemeralKey? = nil) async throws -> Inspector {
        // As a reader does, from the bytes that the code has.
        try await Inspector(Engagement(engagement(count).encoded), over: readers, key: key)
    }

    /// A request for elements of a licence.
    static func request(_ elements: [String], isRetained: Bool = false) throws -> [UInt8] {
        Array(
            try DeviceRequestDraft([
                .init(
                    .drivingLicence,
                    [.init(DocumentIssuerFixture.licence, elements.map { .init($0, isRetained: isRetained) })])
            ]).request().encoded)
    }

    /// What a reader finds out about a response.
    func report(_ response: [UInt8], by inspector: Inspector, _ elements: [String]) throws -> ResponseReport {
        try DocumentVerifier(trust: office.trust).verify(
            DeviceResponse(response[...]), session: .init(transcript: inspector.transcript),
            request: [
                .init(
                    docType: .drivingLicence, elements: elements.map { ElementName(DocumentIssuerFixture.licence, $0) })
            ], at: DocumentIssuerFixture.now)
    }

    /// Nothing is left of a transaction: no session, no connection, no radio in use, no fault of the person's.
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
