import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// Each end of a transaction once a code is shown: its cause, its result, and the messages to the reader.
enum Ending: String, CaseIterable, Sendable {
    // Caused by the user, or by the app.
    case cancelledAtCode, cancelledWhileConnecting, denied, allowedNothing, taskCancelled, cancelledWhileSigning
    // Caused by the reader.
    case success, leftAfterResponse, unknownDocument, readerEnds, readerFinishes, readerComplains, drop
    case badKey, noMessage, changedMessage, statusFirst, noCBOR, noRequest, secondEstablishment, secondRequest
    // Caused by a time limit.
    case nobodyConnects, nobodyAsks, nobodyDecides
    // Caused by the device.
    case radioOffAtCode, radioOffAtConsent, documentGone, wrongKey

    /// The end, as a word.
    var end: String {
        switch self {
        case .cancelledAtCode, .cancelledWhileConnecting, .cancelledWhileSigning: "cancelled person"
        // Leaving during consent counts as declining.
        case .denied, .allowedNothing, .taskCancelled: "cancelled denied"
        case .success, .leftAfterResponse: "success 1"
        case .unknownDocument: "success 0"
        case .readerEnds, .readerFinishes: "cancelled readerLeft"
        case .readerComplains: "failed SHARING_REFUSED"
        case .drop: "cancelled BLE_DISCONNECTED"
        case .badKey: "failed SHARING_READER_KEY"
        case .noMessage, .statusFirst: "failed SHARING_UNDECODABLE"
        case .changedMessage: "failed SHARING_UNDECRYPTABLE"
        case .noCBOR, .noRequest: "failed SHARING_REQUEST"
        case .secondEstablishment: "failed SHARING_SECOND_ESTABLISHMENT"
        case .secondRequest: "failed SHARING_OUT_OF_TURN"
        case .nobodyConnects: "cancelled timedOut connect"
        case .nobodyAsks: "cancelled timedOut inactivity"
        case .nobodyDecides: "cancelled timedOut consent"
        case .radioOffAtCode, .radioOffAtConsent: "cancelled radio"
        case .documentGone, .wrongKey: "failed SHARING_PROOF"
        }
    }

    /// The reader's messages: statuses of responses, then statuses of the session; `nil` if it receives nothing.
    var told: (responses: [UInt64], session: [UInt64])? {
        switch self {
        case .cancelledAtCode, .nobodyConnects, .radioOffAtCode, .radioOffAtConsent, .drop, .leftAfterResponse,
            .readerFinishes, .readerEnds, .readerComplains:
            nil
        case .success, .unknownDocument, .denied, .allowedNothing, .taskCancelled: ([0], [20])
        case .cancelledWhileConnecting, .cancelledWhileSigning, .nobodyAsks, .nobodyDecides,
            .secondRequest:
            ([], [20])
        case .badKey, .changedMessage: ([], [10])
        case .noMessage, .statusFirst, .secondEstablishment: ([], [11])
        case .noCBOR: ([11], [20])
        case .noRequest: ([12], [20])
        case .documentGone, .wrongKey: ([10], [20])
        }
    }

    /// The user's behaviour on the request.
    var person: ScriptedPerson {
        let habit: ScriptedPerson.ScreenHandler =
            switch self {
            case .denied: ScriptedPerson.press("deny")
            case .allowedNothing: ScriptedPerson.allow { _ in false }
            case .readerEnds, .readerFinishes, .readerComplains, .drop, .secondEstablishment, .secondRequest,
                .nobodyDecides, .radioOffAtConsent, .taskCancelled:
                ScriptedPerson.wait
            default: ScriptedPerson.allow { _ in true }
            }
        return ScriptedPerson(.english, ["sharing-consent": habit])
    }
}

extension PresentationEnd {
    /// The end as a word for tables.
    var word: String {
        switch self {
        case .success(let response): "success \(response.documents.count)"
        case .failed(let error): "failed \(error.reason.rawValue)"
        case .cancelled(let reason):
            switch reason {
            case .person: "cancelled person"
            case .denied: "cancelled denied"
            case .readerLeft: "cancelled readerLeft"
            case .timedOut(let wait): "cancelled timedOut \(wait)"
            case .prerequisites: "cancelled radio"
            case .dropped(let error):
                error.reason == .unavailable ? "cancelled radio" : "cancelled \(error.reason.rawValue)"
            }
        }
    }
}
