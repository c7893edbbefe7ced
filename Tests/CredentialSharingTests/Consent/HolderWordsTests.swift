import JourneyBase
import Testing

@testable import CredentialSharing

@Suite struct HolderWordsTests {
    /// All that is said, each case with values of it.
    static var all: [HolderPhrase] {
        let plain: [HolderPhrase] = [
            .loading, .beforeYouPresent, .readyToPresent, .showCode, .showCodeHelp, .codePicture, .connecting,
            .generatingProof, .sentSuccessfully, .notSent, .stopped, .checkAgain, .readerAsks, .readerUnsigned,
            .readerUnproven, .allow, .deny, .requestedData, .chooseOrDeny, .nothingToSend,
            .yourDocuments, .whatToPresent, .present, .noDocuments, .documentsUnreadable, .notUsable("Card"),
        ]
        let waits = Cancellation.Wait.allCases.map { Cancellation.timedOut($0) }
        let ends: [Cancellation] =
            [
                .person, .denied, .readerLeft, .dropped(.init(.disconnected, "")), .prerequisites([.bluetooth]),
                .prerequisites([.location]),
            ] + waits
        return plain
            + Permission.allCases.flatMap { permission in
                [HolderPhrase.need(permission), .enable(permission)]
                    + Permission.Lack.allCases.map { .lack(permission, $0) }
            }
            + [
                .step(1, of: 2), .asks("ACME"), .readerVerified("ACME"), .answeredByAge(21, isReached: true),
                .answeredByAge(16, isReached: false), .unavailableItems(1), .unavailableItems(2), .unknownDocuments(1),
                .unknownDocuments(2), .element("age_over_18"), .sent(documents: 1), .sent(documents: 2),
                .fewCopiesLeft("Card", 1), .fewCopiesLeft("Card", 2), .codeForSupport("X"),
            ]
            + ElementWord.allCases.map { .element($0.rawValue) } + ends.map { .cancelled($0) }
            + SessionError.Reason.allCases.map { .failure($0) }
    }

    @Test func `every word is there in English and in Bengali, and Bengali is not English`() {
        for phrase in Self.all {
            let (english, bengali) = (Language.english(phrase), Language.bengali(phrase))
            #expect(!english.isEmpty && !bengali.isEmpty && english != bengali, "\(phrase)")
            #expect(bengali.unicodeScalars.contains { (0x980...0x9FF).contains($0.value) }, "\(phrase)")
            #expect(!bengali.unicodeScalars.contains { (0x30...0x39).contains($0.value) }, "\(phrase): ASCII digits")
            #expect(Language.arabic(phrase) == english)
        }
    }

    @Test func `the states are worded as the design has it`() {
        let words = Language.english
        #expect(words(HolderPhrase.connecting) == "Connecting…")
        #expect(words(HolderPhrase.generatingProof) == "Generating Proof…")
        #expect(words(HolderPhrase.sentSuccessfully) == "Sent Successfully")
        #expect(words(HolderPhrase.allow) == "Allow" && words(HolderPhrase.deny) == "Deny")
    }

    @Test func `an element that nobody has words for goes by its name, an age by its years`() {
        #expect(Language.english(HolderPhrase.element("org.example.x")) == "org.example.x")
        #expect(Language.english(HolderPhrase.element("age_over_07")) == "Whether you are 7 or over")
        #expect(Language.bengali(HolderPhrase.element("age_over_18")).contains("১৮"))
    }
}
