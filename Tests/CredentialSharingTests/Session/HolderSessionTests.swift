import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// A session that is brought to any state by allowed transitions only.
struct SessionAt {
    let session = HolderSession()
    let transport = BluetoothTransport(RadioMedium(clock: ManualClock()).radio(), dependencies: .fixed())

    init(_ kind: HolderSessionState.Kind) throws {
        let path: [HolderSessionState.Kind] =
            switch kind {
            case .notStarted: []
            case .preflight: [.preflight]
            case .readyToPresent: [.readyToPresent]
            case .presentingEngagement: [.readyToPresent, .presentingEngagement]
            case .connecting: [.readyToPresent, .presentingEngagement, .connecting]
            case .requestReceived: [.readyToPresent, .presentingEngagement, .connecting, .requestReceived]
            case .processingResponse, .success:
                [.readyToPresent, .presentingEngagement, .connecting, .requestReceived, .processingResponse]
                    + (kind == .success ? [.success] : [])
            case .failed: [.failed]
            case .cancelled: [.cancelled]
            }
        for step in path { try session.transition(to: SessionAt.state(step)) }
    }

    static func state(_ kind: HolderSessionState.Kind) -> HolderSessionState {
        switch kind {
        case .notStarted: .notStarted
        case .preflight: .preflight(missing: [.bluetooth])
        case .readyToPresent: .readyToPresent
        case .presentingEngagement: .presentingEngagement
        case .connecting: .connecting
        case .requestReceived: .requestReceived
        case .processingResponse: .processingResponse
        case .success: .success(data: response())
        case .failed: .failed(error: SessionError(.undecryptable))
        case .cancelled: .cancelled
        }
    }

    static func response(_ status: DeviceResponse.Status = .ok) -> DeviceResponse {
        do { return try DeviceResponse(DeviceResponse.encode(status: status)[...]) } catch {
            preconditionFailure("\(error)")
        }
    }

    static func engagement() throws -> PreparedEngagement {
        let key = try EphemeralKey()
        let options = BluetoothOptions(peripheralUUID: [UInt8](repeating: 1, count: 16))
        let engagement = try Engagement(key: key.publicKey, methods: [.bluetooth(options)])
        return PreparedEngagement(
            context: CryptoContext(engagement: engagement, key: key),
            qrCode: try #require(QRPicture(engagement.address())))
    }

    static func request() throws -> DeviceRequest {
        try DeviceRequestDraft([
            .init(.drivingLicence, [.init("org.iso.18013.5.1", [.init("portrait", isRetained: false)])])
        ]).request()
    }

    /// Sets one of the values; returns the reason of a refusal.
    func set(_ mutator: Mutator) throws -> SessionError.Reason? {
        do throws(SessionError) {
            switch mutator {
            case .engagement: try session.setEngagement(Fixture.made(SessionAt.engagement))
            case .connection: try session.setConnection(transport.open(Fixture.made { try SessionAt.plan() }))
            case .request: try session.setRequest(Fixture.made(SessionAt.request))
            }
            return nil
        } catch { return error.reason }
    }

    private static func plan() throws -> ConnectionPlan {
        try ConnectionPlan(holder: engagement().context.engagement)
    }
}

enum Mutator: CaseIterable {
    case engagement, connection, request

    /// The only state in which the value may be set.
    var state: HolderSessionState.Kind {
        switch self {
        case .engagement: .readyToPresent
        case .connection: .presentingEngagement
        case .request: .connecting
        }
    }
}

enum Fixture {
    /// Returns the result of `body`; a failure is a programming error of the test.
    static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { preconditionFailure("a fixture could not be made: \(error)") }
    }
}

@Suite struct HolderSessionTests {
    typealias Kind = HolderSessionState.Kind

    /// The design's allowed transitions, stated a second time.
    private static let legal: Set<[Kind]> = [
        [.notStarted, .preflight], [.notStarted, .readyToPresent], [.preflight, .preflight],
        [.preflight, .readyToPresent], [.readyToPresent, .presentingEngagement], [.presentingEngagement, .connecting],
        [.connecting, .requestReceived], [.requestReceived, .processingResponse], [.processingResponse, .success],
    ]

    @Test func `there are ten states, and three of them are ends`() {
        #expect(Kind.allCases.count == 10)
        #expect(Kind.allCases.filter(\.isTerminal) == [.success, .failed, .cancelled])
        for kind in Kind.allCases { #expect(SessionAt.state(kind).kind == kind) }
        #expect(HolderSessionState.preflight(missing: [.bluetooth]) != .preflight(missing: [.location]))
        #expect(HolderSessionState.success(data: SessionAt.response()) == .success(data: SessionAt.response()))
        #expect(
            HolderSessionState.success(data: SessionAt.response()) != .success(data: SessionAt.response(.generalError)))
        #expect(HolderSessionState.failed(error: .init(.sealed)) != .failed(error: .init(.ended)))
    }

    @Test(arguments: Kind.allCases, Kind.allCases)
    func `for every pair of states, listed transitions happen, others fail the session, and final states stay`(
        from: Kind, to: Kind
    ) throws {
        let at = try SessionAt(from)
        let before = at.session.state
        let isLegal = Self.legal.contains([from, to]) || !from.isTerminal && [.failed, .cancelled].contains(to)
        var reason: SessionError.Reason?
        do throws(SessionError) { try at.session.transition(to: SessionAt.state(to)) } catch { reason = error.reason }
        if isLegal {
            #expect(reason == nil && at.session.state == SessionAt.state(to))
        } else if from.isTerminal {
            #expect(reason == .ended && at.session.state == before)
        } else {
            #expect(reason == .illegalTransition)
            #expect(at.session.state == .failed(error: SessionError(.illegalTransition)))
        }
    }

    @Test(arguments: Mutator.allCases, Kind.allCases)
    func `each value is accepted in one state, and fails the session in all others`(
        mutator: Mutator, kind: Kind
    ) throws {
        let at = try SessionAt(kind)
        let before = at.session.state
        let reason = try at.set(mutator)
        if kind == mutator.state {
            #expect(reason == nil && at.session.state == before)
        } else if kind.isTerminal {
            #expect(reason == .ended && at.session.state == before)
        } else {
            #expect(reason == .outOfState && at.session.state == .failed(error: SessionError(.outOfState)))
        }
        let isTaken = kind == mutator.state
        #expect((at.session.cryptoContext != nil) == (isTaken && mutator == .engagement))
        #expect((at.session.qrCode != nil) == (isTaken && mutator == .engagement))
        #expect((at.session.connection != nil) == (isTaken && mutator == .connection))
        #expect((at.session.request != nil) == (isTaken && mutator == .request))
        // A refused value is released, so that its radio is free.
        #expect(at.transport.openConnections == (isTaken && mutator == .connection ? 1 : 0))
    }

    @Test(arguments: Mutator.allCases)
    func `setting a sealed value again throws, invalidates the session and changes nothing`(
        mutator: Mutator
    ) throws {
        let at = try SessionAt(mutator.state)
        #expect(try at.set(mutator) == nil)
        let (context, connection) = (at.session.cryptoContext, at.session.connection)
        #expect(try at.set(mutator) == .sealed)
        #expect(at.session.state == .failed(error: SessionError(.sealed)))
        #expect(at.session.cryptoContext === context && at.session.connection === connection)
        #expect(try at.set(mutator) == .ended)
        #expect(throws: SessionError(.ended)) { try at.session.transition(to: .cancelled) }
    }

    @Test func `a sealed value stays sealed in later states`() throws {
        let at = try SessionAt(.readyToPresent)
        #expect(try at.set(.engagement) == nil)
        try at.session.transition(to: .presentingEngagement)
        #expect(try at.set(.engagement) == .sealed)
        #expect(at.session.state == .failed(error: SessionError(.sealed)))
    }

    @Test func `the end releases the request, and releasing the session closes the connection`() throws {
        var at: SessionAt? = try SessionAt(.presentingEngagement)
        let transport = try #require(at?.transport)
        #expect(try at?.set(.connection) == nil)
        try at?.session.transition(to: .connecting)
        #expect(try at?.set(.request) == nil)
        try at?.session.transition(to: .cancelled)
        #expect(at?.session.request == nil && transport.openConnections == 1)
        weak let session = at?.session
        at = nil
        #expect(session == nil && transport.openConnections == 0)
    }

    @Test func `every error has its own code and one sentence`() {
        let codes = SessionError.Reason.allCases.map(\.rawValue)
        #expect(Set(codes).count == codes.count && codes.allSatisfy { $0.hasPrefix("SHARING_") })
        for reason in SessionError.Reason.allCases {
            let message = SessionError(reason).message
            #expect(message.hasSuffix(".") && message.count { $0 == "." } == 1)
            #expect(SessionError(reason).description == "\(reason.rawValue): \(message)")
        }
    }
}
