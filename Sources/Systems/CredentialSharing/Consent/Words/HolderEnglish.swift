import MobileDocument

enum HolderEnglish {
    static func text(_ phrase: HolderPhrase) -> String {
        switch phrase {
        case .loading: "One moment…"
        case .beforeYouPresent: "Before you present"
        case .readyToPresent: "Preparing your code…"
        case .showCode: "Show this code to the reader"
        case .showCodeHelp: "The reader scans it and requests data. Nothing is shared until you allow it."
        case .codePicture: "QR code for the reader"
        case .connecting: "Connecting…"
        case .generatingProof: "Generating Proof…"
        case .sentSuccessfully: "Sent Successfully"
        case .notSent: "Nothing was shared"
        case .stopped: "Presentation ended"
        case .yourDocuments: "Your documents"
        case .whatToPresent: "What do you want to present?"
        case .present: "Present"
        case .noDocuments: "There's no document on this device to present."
        case .documentsUnreadable: "We can't read your documents right now."
        case .notUsable(let title): "You can't present “\(title)” now: it's used up, expired or not valid yet."
        case .step(let number, let count): "Step \(number) of \(count)"
        case .need(.bluetooth): "Your document is sent over Bluetooth, straight to the reader next to you."
        case .need(.location): "This device can find nearby readers only if you allow location."
        case .lack(let permission, let lack): sentence(permission, lack)
        case .enable(.bluetooth): "Allow Bluetooth"
        case .enable(.location): "Allow location"
        case .checkAgain: "Check again"
        case .openSettings: "Open settings"
        case .asks(let reader): "\(reader) is requesting your data"
        case .readerAsks: "A reader is requesting your data"
        case .readerVerified(let reader): "\(reader) signed the request, and we verified the signature."
        case .readerUnsigned: "We don't know who is asking: the request isn't signed."
        case .readerUnproven: "We couldn't verify the reader's signature. It may not be who it claims to be."
        case .allow: "Allow"
        case .deny: "Deny"
        case .requestedData: "Requested data"
        case .answeredByAge(let years, let isReached):
            isReached ? "answer: \(years) or over" : "answer: under \(years)"
        case .unavailableItems(let count):
            count == 1
                ? "The reader also requested 1 item that isn't in this document."
                : "The reader also requested \(count) items that aren't in this document."
        case .unknownDocuments(let count):
            count == 1
                ? "The reader also requested 1 document that you're not presenting."
                : "The reader also requested \(count) documents that you're not presenting."
        case .chooseOrDeny: "Untick anything you don't want to share. If you deny, nothing is shared."
        case .statedPurpose(let text): "Purpose, as the reader states it: \(text)"
        case .purposeCode(let code, let definer): "Purpose, as the reader states it: number \(code) of \(definer)"
        case .element(let identifier): element(identifier)
        case .nameSpace(let name): NameSpaceLabel.text(name, in: .english)
        case .provided: "provided"
        case .yes: "yes"
        case .no: "no"
        case .privilege(let category, nil, nil): category
        case .privilege(let category, let issued?, nil): "\(category) · Issued \(issued)"
        case .privilege(let category, nil, let expires?): "\(category) · Valid until \(expires)"
        case .privilege(let category, let issued?, let expires?): "\(category) · Valid from \(issued) to \(expires)"
        case .sent(let documents):
            documents == 1 ? "You shared 1 document." : "You shared \(documents) documents."
        case .nothingToSend:
            "The reader requested something you're not presenting. It received nothing else."
        case .fewCopiesLeft(let title, let count):
            switch count {
            case 0: "You can't present “\(title)” again. Ask its issuer for new copies."
            case 1: "You can present “\(title)” once more. Ask its issuer for new copies."
            default: "You can present “\(title)” \(count) more times. Ask its issuer for new copies."
            }
        case .cancelled(let reason): sentence(reason)
        case .failure(let reason): sentence(reason)
        }
    }

    private static func sentence(_ permission: Permission, _ lack: Permission.MissingReason) -> String {
        switch (permission, lack) {
        case (.bluetooth, .absent): "This device doesn't have Bluetooth."
        case (.bluetooth, .switchedOff): "Bluetooth is off. Turn it on in Settings."
        case (.bluetooth, .notReady): "Bluetooth is starting. One moment."
        case (.bluetooth, .notAsked): "We'll ask you to allow Bluetooth."
        case (.bluetooth, .denied): "This app isn't allowed to use Bluetooth. Allow it in Settings."
        case (.location, .absent): "This device doesn't have location services."
        case (.location, .switchedOff): "Location is off. Turn it on in Settings."
        case (.location, .notReady): "Location is starting. One moment."
        case (.location, .notAsked): "We'll ask you to allow location."
        case (.location, .denied): "This app isn't allowed to use your location. Allow it in Settings."
        }
    }

    private static func sentence(_ reason: Cancellation) -> String {
        switch reason {
        case .person: "You ended the presentation."
        case .denied: "You didn't allow anything. Nothing was shared."
        case .readerLeft: "The reader stopped before it received your answer."
        case .dropped: "The connection was lost. Show a new code to start again."
        case .timedOut(.connect): "No reader connected. Show a new code when a reader is nearby."
        case .timedOut(.inactivity): "The reader stopped responding. Show a new code."
        case .timedOut(.consent): "You didn't answer in time. Nothing was shared."
        case .prerequisites(let missing):
            missing == [.location]
                ? "Location is no longer available. Nothing more was shared."
                : "Bluetooth is no longer available. Show a new code."
        }
    }

    private static func sentence(_ reason: SessionError.Reason) -> String {
        switch reason {
        case .busy: "You're already presenting a document. Finish that first."
        case .capabilityMissing: "This device can't present documents: it doesn't have Bluetooth."
        case .noDocument: "You can't present any of the documents you chose. They may have expired or be used up."
        case .engagement: "We couldn't create a code. Try again."
        case .readerKey:
            "The reader's connection isn't secure, so we stopped. Nothing was shared."
        case .undecodable: "The reader sent something we can't read. Show a new code."
        case .undecryptable:
            "The reader's message was changed on the way, or was meant for someone else. Show a new code."
        case .outOfTurn: "The reader sent an unexpected message, so we stopped. Show a new code."
        case .secondEstablishment:
            "The reader connected a second time, which isn't secure, so we stopped. Show a new code."
        case .invalidRequest: "The reader sent an invalid request. Nothing was shared."
        case .refusedByReader: "The reader couldn't read what it received. Show a new code."
        case .proof: "We couldn't create the proof. Nothing was shared."
        case .illegalTransition, .outOfState, .sealed, .ended:
            "Something went wrong in this app. To keep you safe, we stopped."
        }
    }

    private static func element(_ identifier: String) -> String {
        if let age = AgeElement(identifier) { return "Whether you are \(age.years) or over" }
        return ElementLabel.all[identifier]?.english ?? identifier
    }
}
