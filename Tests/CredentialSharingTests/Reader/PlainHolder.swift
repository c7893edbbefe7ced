import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Synchronization
import Testing

@testable import CredentialSharing

/// A holder built from the library's parts, which behaves as a test wants.
final class PlainHolder: Sendable {
    /// The actions of a test once the reader has sent its request.
    struct Exchange: Sendable {
        let holder: PlainHolder
        let handle: ConnectionHandle
        let request: DeviceRequest
        let transcript: SessionTranscript
        let readerKey: PublicKey

        /// Encrypts for the session, with an optional status.
        func seal(_ plaintext: [UInt8], status: SessionStatus? = nil) throws -> [UInt8] {
            try holder.channel.withLock { try $0.send(plaintext, status: status) }
        }

        func send(_ message: [UInt8]) async throws {
            try await holder.transport.send(message, over: handle)
        }

        /// Returns a response with the elements that `consents` approves, from the holder's licence.
        func response(
            mac: Bool = false, documents: Int = 1, consents: (ElementName) -> Bool = { _ in true }
        ) async throws -> [UInt8] {
            var answers: [DeviceResponse.Answer] = []
            for asked in request.documents.map({ RequestedDocument($0) }) where asked.docType == .drivingLicence {
                let key: DeviceResponse.DeviceKey =
                    mac
                    ? .mac(try .p256(P256AgreementKey(scalar: holder.device.scalar())), reader: readerKey)
                    : .signature(holder.device)
                let selection = ElementSelection(asked, from: holder.licence, consents: consents)
                answers += Array(repeating: .init(holder.licence, selection, key: key), count: documents)
            }
            return try await DeviceResponse.encode(answers, transcript: transcript)
        }

        /// Sends status 20 and ends the connection in order.
        func finish() async {
            if let message = holder.channel.withLock({ $0.terminate() }) { try? await send(message) }
            await holder.transport.finish(handle)
        }
    }

    let engagement: Engagement
    let transport: BluetoothTransport
    let device: P256PrivateKey
    let licence: IssuerSigned
    fileprivate let channel: Mutex<DeviceChannel>
    private let left = Mutex<ConnectionHandle?>(nil)

    init(
        _ office: DocumentIssuerFixture, transport: BluetoothTransport,
        methods: [RetrievalMethod] = ConnectionFixture.Offer.peripheral.methods,
        content: DocumentIssuer.Content = DocumentIssuerFixture.content(), curve: EllipticCurve = .p256
    ) async throws {
        let key = try EphemeralKey(on: curve)
        engagement = try Engagement(key: key.publicKey, methods: methods)
        device = try P256PrivateKey.generate()
        licence = try await office.licences([.p256(device.publicKey)], content)[0]
        channel = Mutex(DeviceChannel(engagement: engagement, key: key, handover: .qr))
        self.transport = transport
    }

    var code: String { engagement.address() }

    /// Disconnects without signalling the end.
    func leave() { left.withLock { $0 }.map(transport.disconnect) }

    /// Wipes the session keys, which are the reader's too.
    func forget() { channel.withLock { _ = $0.terminate() } }

    /// Advertises, accepts one request, and passes it to `behave`. Ends with the connection.
    func serve(_ behave: @escaping @Sendable (Exchange) async throws -> Void) throws -> Task<[ConnectionEvent], Never> {
        let handle = transport.open(try ConnectionPlan(holder: engagement))
        left.withLock { $0 = handle }
        return Task {
            var story: [ConnectionEvent] = []
            for await event in handle.events {
                story.append(event)
                guard case .received(let message) = event, story.count == 2 else { continue }
                do {
                    let plaintext = try self.channel.withLock { try $0.receive(message).plaintext }
                    let (transcript, key) = self.channel.withLock { ($0.transcript, $0.readerKey) }
                    try await behave(
                        Exchange(
                            holder: self, handle: handle, request: try DeviceRequest(#require(plaintext)),
                            transcript: try #require(transcript), readerKey: try #require(key)))
                } catch let error as ChannelError {
                    // As the standard requires: the peer receives the status, and the session ends.
                    if let reply = error.reply { try? await self.transport.send(reply, over: handle) }
                    await self.transport.finish(handle)
                } catch is TransportError { continue } catch { Issue.record(error) }
            }
            return story
        }
    }
}

/// A reader and a holder in their own medium.
struct ReadingFixture: Sendable {
    let office: DocumentIssuerFixture
    let clock: ManualClock
    let holderRadio: LocalRadio
    let readerRadio: LocalRadio
    let holderTransport: BluetoothTransport
    let readerTransport: BluetoothTransport
    let dependencies: Dependencies

    /// Limits without a closing delay, for which no test advances the clock.
    static let limits = {
        var limits = TransportLimits()
        limits.closingDelay = .zero
        return limits
    }()

    init(
        mtu: Int = 515, limits: TransportLimits = ReadingFixture.limits, holderFaults: [RadioFault] = [],
        readerFaults: [RadioFault] = [], readerState: RadioState = .poweredOn, answer: RadioState = .poweredOn
    ) throws {
        office = try DocumentIssuerFixture()
        clock = ManualClock()
        let air = RadioMedium(clock: clock)
        dependencies = .fixed(clock: clock)
        holderRadio = air.radio(mtu: mtu, faults: holderFaults)
        readerRadio = air.radio(state: readerState, answer: answer, faults: readerFaults)
        holderTransport = BluetoothTransport(holderRadio, dependencies: dependencies, limits: limits)
        readerTransport = BluetoothTransport(readerRadio, dependencies: dependencies, limits: limits)
    }

    func holder(
        _ methods: [RetrievalMethod] = ConnectionFixture.Offer.peripheral.methods,
        content: DocumentIssuer.Content = DocumentIssuerFixture.content(), curve: EllipticCurve = .p256
    ) async throws -> PlainHolder {
        try await PlainHolder(office, transport: holderTransport, methods: methods, content: content, curve: curve)
    }

    func reader(
        trust: IssuerTrust? = nil, signer: DeviceRequestDraft.Signer? = nil, presenter: (any Presenter)? = nil,
        settings: ReaderSettings = ReaderSettings(), gate: PrerequisiteGate? = nil
    ) throws -> ReaderOrchestrator {
        ReaderOrchestrator(
            transport: readerTransport, verifier: DocumentVerifier(trust: try trust ?? office.trust), signer: signer,
            gate: gate, presenter: presenter, settings: settings, dependencies: dependencies)
    }

    /// `true` if nothing is left of a transaction on either side.
    var isQuiet: Bool {
        holderRadio.use == .none && readerRadio.use == .none && readerTransport.openConnections == 0
            && holderTransport.openConnections == 0
    }
}

extension ReaderSessionState {
    var result: ReadResult? { if case .success(let result) = self { result } else { nil } }

    /// The end as a word.
    var word: String {
        switch self {
        case .success(let result):
            switch result.verdict {
            case .verified: "verified"
            case .incomplete: "incomplete"
            case .notVerified: "notVerified"
            }
        case .failed(let error): error.reason.rawValue
        case .cancelled(let reason): reason.rawValue
        default: "\(kind)"
        }
    }
}
