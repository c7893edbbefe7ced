import JourneyBase
import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

/// Each end of a reading transaction once its keys exist, and its result.
enum ReaderEnding: String, CaseIterable, Sendable {
    // Caused by this side.
    case keyOfAnotherCurve, cancelledWhileConnecting, cancelledWhileSigning, cancelledWhileWaiting, taskCancelled
    case signerFails
    // Caused by the holder: a verdict, an invalid answer, or none.
    case verified, verifiedByMAC, verifiedWithStatus, verifiedThenDropped, incomplete, notVerified
    case garbage, changedMessage, noResponse, errorResponse, tooLarge, emptyValue
    case declined, holderEnds, holderFinishes, holderComplains, holderDrops
    // Caused by a time limit or by the device.
    case nobodyFound, noAnswer, radioOffWhileConnecting, radioOffWhileWaiting

    /// The end, as a word.
    var word: String {
        switch self {
        case .keyOfAnotherCurve, .signerFails: "READING_REQUEST"
        case .cancelledWhileConnecting, .cancelledWhileSigning, .cancelledWhileWaiting, .taskCancelled: "here"
        case .verified, .verifiedByMAC, .verifiedWithStatus, .verifiedThenDropped: "verified"
        case .incomplete: "incomplete"
        case .notVerified: "notVerified"
        case .garbage: "READING_UNDECODABLE"
        case .changedMessage: "READING_UNDECRYPTABLE"
        case .noResponse: "READING_RESPONSE"
        case .errorResponse, .holderComplains: "READING_REFUSED"
        case .tooLarge: "READING_TOO_LARGE"
        case .emptyValue: "READING_PEER"
        case .declined, .holderEnds, .holderFinishes: "declined"
        case .holderDrops, .radioOffWhileConnecting, .radioOffWhileWaiting: "dropped"
        case .nobodyFound: "READING_NOT_FOUND"
        case .noAnswer: "READING_NO_ANSWER"
        }
    }

    /// `true` if the transaction ends before a holder is connected.
    var isAlone: Bool {
        switch self {
        case .cancelledWhileConnecting, .nobodyFound, .radioOffWhileConnecting: true
        default: false
        }
    }

    /// The state in which the reader waits for the cause; `nil` if the holder's answer is the cause.
    var waits: ReaderSessionState.Kind? {
        switch self {
        case .cancelledWhileSigning: .requesting
        case .cancelledWhileWaiting, .taskCancelled, .noAnswer, .radioOffWhileWaiting: .awaitingResponse
        default: nil
        }
    }

    var profile: RequestProfile { self == .incomplete || self == .tooLarge ? .drivingLicence : .ageOver18 }

    /// The signer of the request, if there is one.
    var signer: DeviceRequestDraft.Signer? {
        switch self {
        case .signerFails: .init(NoKey(fails: true), chain: [])
        case .cancelledWhileSigning: .init(NoKey(fails: false), chain: [])
        default: nil
        }
    }

    /// Answers the request as the holder.
    func answer(_ exchange: PlainHolder.Exchange) async throws {
        switch self {
        case .verifiedByMAC: try await exchange.send(exchange.seal(exchange.response(mac: true)))
        case .verifiedWithStatus: try await exchange.send(exchange.seal(exchange.response(), status: .termination))
        case .verifiedThenDropped:
            try await exchange.send(exchange.seal(exchange.response()))
            exchange.holder.leave()
        case .garbage: try await exchange.send([0x80])
        case .changedMessage:
            var message = try await exchange.seal(exchange.response())
            message[message.count - 1] ^= 1
            try await exchange.send(message)
        case .noResponse: try await exchange.send(exchange.seal([0xA0]))
        case .errorResponse: try await exchange.send(exchange.seal(DeviceResponse.encode(status: .generalError)))
        case .declined: try await exchange.send(exchange.seal(DeviceResponse.encode(status: .ok)))
        case .holderEnds: await exchange.finish()
        case .holderFinishes: await exchange.holder.transport.finish(exchange.handle)
        case .holderComplains: try await exchange.send([0xA1, 0x66] + Array("status".utf8) + [10])
        case .holderDrops: exchange.holder.leave()
        default:
            if waits == nil { try await exchange.send(exchange.seal(exchange.response())) }
        }
    }
}

/// A key that creates no signature: it fails, or never returns.
private struct NoKey: MessageSigner {
    let fails: Bool
    let signatureAlgorithm = SignatureAlgorithm.es256

    func sign(_ message: [UInt8]) async throws -> [UInt8] {
        if !fails { try await Task.sleep(for: .seconds(3_600)) }
        throw CryptoError.unavailable
    }
}
