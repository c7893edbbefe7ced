import MobileDocument

enum HolderEnglish {
    static func text(_ phrase: HolderPhrase) -> String {
        switch phrase {
        case .loading: "Loading your documents…"
        case .beforeYouPresent: "Before you present"
        case .readyToPresent: "Ready to present"
        case .showCode: "Show this code to the reader"
        case .showCodeHelp: "The reader scans it and asks for data. Nothing is shared before you allow it."
        case .codePicture: "QR code for the reader"
        case .connecting: "Connecting…"
        case .generatingProof: "Generating Proof…"
        case .sentSuccessfully: "Sent Successfully"
        case .notSent: "Nothing was shared"
        case .stopped: "Presentation ended"
        case .yourDocuments: "Your documents"
        case .whatToPresent: "What do you want to present?"
        case .present: "Present"
        case .noDocuments: "There is no document on this device that could be presented."
        case .documentsUnreadable: "Your documents cannot be read at the moment."
        case .notUsable(let title): "“\(title)” cannot be presented now: it is used up, expired or not valid yet."
        case .step(let number, let count): "Step \(number) of \(count)"
        case .need(.bluetooth): "Your document is sent over Bluetooth, straight to the reader beside you."
        case .need(.location): "This device looks for readers nearby only when location is allowed."
        case .lack(let permission, let lack): sentence(permission, lack)
        case .enable(.bluetooth): "Allow Bluetooth"
        case .enable(.location): "Allow location"
        case .checkAgain: "Check again"
        case .openSettings: "Open settings"
        case .asks(let reader): "\(reader) asks for your data"
        case .readerAsks: "A reader asks for your data"
        case .readerVerified(let reader): "The request is signed by \(reader), and the signature was verified."
        case .readerUnsigned: "Nobody knows who this reader is: the request is not signed."
        case .readerUnproven: "The reader's signature could not be verified. Whoever asks may not be who they say."
        case .allow: "Allow"
        case .deny: "Deny"
        case .requestedData: "What is asked for"
        case .answeredByAge(let years, let isReached):
            isReached ? "answered by: \(years) or over" : "answered by: under \(years)"
        case .unavailableItems(let count):
            count == 1
                ? "1 more item was asked for that this document does not have."
                : "\(count) more items were asked for that this document does not have."
        case .unknownDocuments(let count):
            count == 1
                ? "1 more document was asked for that you are not presenting."
                : "\(count) more documents were asked for that you are not presenting."
        case .chooseOrDeny: "Take away what you do not want to share. Denying shares nothing."
        case .element(let identifier): element(identifier)
        case .sent(let documents):
            documents == 1
                ? "1 document was shared, as you allowed." : "\(documents) documents were shared, as you allowed."
        case .nothingToSend:
            "The reader asked for something that you are not presenting. It was told no more than that."
        case .fewCopiesLeft(let title, let count):
            count == 1
                ? "“\(title)” can be shown once more. Ask its issuer for new copies."
                : "“\(title)” can be shown \(count) more times. Ask its issuer for new copies."
        case .cancelled(let reason): sentence(reason)
        case .failure(let reason): sentence(reason)
        case .codeForSupport(let code): "Code for support: \(code)"
        }
    }

    private static func sentence(_ permission: Permission, _ lack: Permission.MissingReason) -> String {
        switch (permission, lack) {
        case (.bluetooth, .absent): "This device has no Bluetooth that could be used."
        case (.bluetooth, .switchedOff): "Bluetooth is switched off. Switch it on in the settings."
        case (.bluetooth, .notReady): "Bluetooth is starting. One moment."
        case (.bluetooth, .notAsked): "You will be asked to allow Bluetooth."
        case (.bluetooth, .denied): "Bluetooth is not allowed for this app. Allow it in the settings."
        case (.location, .absent): "This device has no location service that could be used."
        case (.location, .switchedOff): "Location is switched off. Switch it on in the settings."
        case (.location, .notReady): "Location is starting. One moment."
        case (.location, .notAsked): "You will be asked to allow location."
        case (.location, .denied): "Location is not allowed for this app. Allow it in the settings."
        }
    }

    private static func sentence(_ reason: Cancellation) -> String {
        switch reason {
        case .person: "You ended the presentation."
        case .denied: "You allowed nothing. Nothing was shared."
        case .readerLeft: "The reader ended it before it had your answer."
        case .dropped: "The connection was lost. It cannot be taken up again: present a new code."
        case .timedOut(.connect): "No reader came. Present a new code when one is there."
        case .timedOut(.inactivity): "Nothing was heard from the reader for too long. Present a new code."
        case .timedOut(.consent): "There was no answer in time. Nothing was shared."
        case .prerequisites(let missing):
            missing == [.location]
                ? "Location was taken away. Nothing more was shared." : "Bluetooth was taken away. Present a new code."
        }
    }

    private static func sentence(_ reason: SessionError.Reason) -> String {
        switch reason {
        case .busy: "Another presentation is under way. End it first."
        case .capabilityMissing: "This device cannot present documents: it has no Bluetooth that could be used."
        case .noDocument: "None of the chosen documents can be shown. They may have expired or be used up."
        case .engagement: "No code could be made. Try again."
        case .readerKey:
            "The reader began in a way that is not safe, so the presentation was ended. Nothing was shared."
        case .undecodable: "The reader sent something that cannot be understood. Present a new code."
        case .undecryptable:
            "What the reader sent was changed on its way, or meant for somebody else. Present a new code."
        case .outOfTurn: "The reader did not keep to the order, so the presentation was ended. Present a new code."
        case .secondEstablishment:
            "The reader began a second time, which is not safe, so the presentation was ended. Present a new code."
        case .invalidRequest: "The reader sent an invalid request. Nothing was shared."
        case .refusedByReader: "The reader could not read what it got. Present a new code."
        case .proof: "The proof could not be made. Nothing was shared."
        case .illegalTransition, .outOfState, .sealed, .ended:
            "Something went wrong in this app, so the presentation was ended to be safe."
        }
    }

    private static func element(_ identifier: String) -> String {
        if let age = AgeElement(identifier) { return "Whether you are \(age.years) or over" }
        return ElementLabel.all[identifier]?.english ?? identifier
    }
}
