enum ReaderEnglish {
    static func text(_ phrase: ReaderPhrase) -> String {
        switch phrase {
        case .whatToRead: "What do you want to read?"
        case .noCamera(.absent): "This device has no camera that could be used. Paste the code instead."
        case .noCamera(.denied): "The camera is not allowed. Allow it in the system’s settings, or paste the code."
        case .noCamera: "The camera cannot be used at the moment. Paste the code instead."
        case .starting: "One moment…"
        case .beforeYouRead: "Before you read"
        case .readyToScan: "Ready to scan"
        case .scanCode: "Scan the code of the document"
        case .pasteCode: "Code (mdoc:…)"
        case .read: "Read"
        case .seeking: "Connecting…"
        case .requesting: "Asking…"
        case .waiting: "Waiting for the holder’s consent…"
        case .verifying: "Verifying…"
        case .ended: "Reading ended"
        case .notRead: "Nothing was read"
        case .why(.bluetooth): "The document comes over Bluetooth, straight from the device beside you."
        case .why(.location): "This device looks for others nearby only when location is allowed."
        case .asked(let title): "You ask for: \(title)"
        case .licence: "Driving licence"
        case .identity: "Identity"
        case .over(let years): "Over \(years)"
        case .notOver(let years): "Not over \(years)"
        case .verified: "Verified: issued by an authority that you trust, and shown by its owner’s device."
        case .incomplete: "Verified, but not all that you asked for was shared."
        case .notVerified: "This could not be verified. Nothing of it is shown."
        case .doNotTrust: "Not verified"
        case .saidByDevice: "The holder’s device says the following itself; the issuer has not confirmed it."
        case .didNotCome(let names): "Not shared: \(names)"
        case .bytes(let count): "\(count) bytes"
        case .left(.here): "You ended it."
        case .left(.declined): "The holder shared nothing."
        case .left(.dropped): "The connection was lost. It cannot be taken up again: scan a new code."
        case .fault(let reason): sentence(reason)
        case .goesTo(let origin): "The answer goes to \(origin)."
        }
    }

    private static func sentence(_ reason: ReaderError.Reason) -> String {
        switch reason {
        case .busy: "Something is being read already. End it first."
        case .capabilityMissing: "This device cannot read documents: it has no Bluetooth that could be used."
        case .invalidCode: "This is no code of a document. Scan the one that the holder shows."
        case .noMethod: "The code offers no way to connect that this device has."
        case .notFound: "The holder’s device was not found. Stay close, and scan a new code."
        case .noAnswer: "The holder’s device did not answer. Scan a new code."
        case .peer: "The holder’s device is not the one of the code, or does not work as it should. Scan a new code."
        case .tooLarge: "The holder’s device sent more than a document can have, so reading was ended."
        case .request: "The code cannot be used. Scan a new code."
        case .undecodable: "The holder’s device sent something that cannot be understood. Scan a new code."
        case .undecryptable: "What was sent was changed on its way, or meant for somebody else. Scan a new code."
        case .refusedByHolder: "The holder’s device could not read what was asked. Scan a new code."
        case .invalidResponse: "The holder’s device sent an invalid answer. None of it is shown."
        case .illegalTransition, .outOfState, .sealed, .ended:
            "Something went wrong in this app, so reading was ended to be safe."
        }
    }
}
