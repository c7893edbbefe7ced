enum ReaderEnglish {
    static func text(_ phrase: ReaderPhrase) -> String {
        switch phrase {
        case .whatToRead: "What do you want to read?"
        case .noCamera(.absent): "This device doesn't have a camera. Paste the code instead."
        case .noCamera(.denied): "This app isn't allowed to use the camera. Allow it in Settings, or paste the code."
        case .noCamera: "We can't use the camera right now. Paste the code instead."
        case .starting: "One moment…"
        case .beforeYouRead: "Before you read"
        case .readyToScan: "Preparing to scan…"
        case .scanCode: "Scan or paste the document's code"
        case .pasteCode: "Code from the other device"
        case .read: "Read"
        case .seeking: "Connecting…"
        case .requesting: "Requesting data…"
        case .waiting: "Waiting for the holder's consent…"
        case .verifying: "Verifying the document…"
        case .ended: "Reading ended"
        case .notRead: "Nothing was read"
        case .why(.bluetooth): "The document is sent over Bluetooth, straight from the device next to you."
        case .why(.location): "This device can find nearby devices only if you allow location."
        case .asked(let title): "You're requesting: \(title)"
        case .licence: "Driving licence"
        case .identity: "Identity"
        case .over(let years): "\(years) or over"
        case .notOver(let years): "Under \(years)"
        case .verified: "Verified: issued by an authority you trust, and presented from the holder's device."
        case .incomplete: "Verified, but the holder didn't share everything you requested."
        case .notVerified: "We couldn't verify this document, so we're not showing any of it."
        case .doNotTrust: "Not verified"
        case .saidByDevice: "This information comes from the holder's device. The issuer hasn't confirmed it."
        case .didNotCome(let names): "Not shared: \(names)"
        case .left(.here): "You stopped reading."
        case .left(.declined): "The holder didn't share anything."
        case .left(.dropped): "The connection was lost. Scan a new code to start again."
        case .fault(let reason): sentence(reason)
        case .goesTo(let origin): "Your answer will be sent to \(origin)."
        }
    }

    private static func sentence(_ reason: ReaderError.Reason) -> String {
        switch reason {
        case .busy: "You're already reading a document. Finish that first."
        case .capabilityMissing: "This device can't read documents: it doesn't have Bluetooth."
        case .invalidCode: "This isn't a document's code. Scan the code the holder shows you."
        case .noMethod: "This device can't connect in any of the ways the code offers."
        case .notFound: "We couldn't find the holder's device. Stay close and scan a new code."
        case .noAnswer: "The holder's device didn't answer. Scan a new code."
        case .peer: "The connected device doesn't match the code, or isn't working properly. Scan a new code."
        case .tooLarge: "The holder's device sent more than a document can hold, so we stopped."
        case .request: "We can't use this code. Scan a new one."
        case .undecodable: "The holder's device sent something we can't read. Scan a new code."
        case .undecryptable: "The answer was changed on the way, or was meant for someone else. Scan a new code."
        case .refusedByHolder: "The holder's device couldn't read your request. Scan a new code."
        case .invalidResponse: "The holder's device sent an invalid answer, so we're not showing any of it."
        case .illegalTransition, .outOfState, .sealed, .ended:
            "Something went wrong in this app. To keep you safe, we stopped."
        }
    }
}
