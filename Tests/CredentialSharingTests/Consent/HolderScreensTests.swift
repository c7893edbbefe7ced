import JourneyBase
import JourneyScreens
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite struct HolderScreensTests {
    /// Returns a screen for each state and each error in a language.
    private func all(_ language: Language) throws -> [Screen] {
        let screens = HolderScreens(language: language)
        let code = try #require(QRPicture("mdoc:x"))
        let lacks = Permission.allCases.flatMap { permission in
            Permission.MissingReason.allCases.flatMap { lack in
                [false, true].map { screens.preflight(permission, lack, total: 2, left: 1, hasSettings: $0) }
            }
        }
        let ends: [Cancellation] =
            [.readerLeft, .dropped(.init(.disconnected, "")), .prerequisites([.bluetooth])]
            + Cancellation.Wait.allCases.map { .timedOut($0) }
        let consents = [ConsentRequest.Reader.verified(name: "A"), .unsigned, .unproven(code: "X")].map {
            screens.consent(ConsentRequest(Fixture.made(SessionAt.request), cards: [], reader: $0))
        }
        return [
            screens.loading, screens.ready, screens.engagement(code), screens.connecting, screens.processing,
            screens.success(SessionAt.response(), low: []),
        ] + lacks + consents + SessionError.Reason.allCases.map { screens.failure(SessionError($0)) }
            + ends.compactMap { screens.cancelled($0) }
    }

    @Test(arguments: Language.allCases)
    func `every state and every error has a valid screen`(
        language: Language
    ) throws {
        for screen in try all(language) {
            #expect(screen.complaints == [], "\(screen.id)")
            #expect(!screen.actions.isEmpty && !screen.isPrivate, "\(screen.id)")
        }
    }

    @Test func `the person's own cancellation shows no screen, and an error shows its code`() {
        let screens = HolderScreens(language: .english)
        #expect(screens.cancelled(.person) == nil && screens.cancelled(.denied) == nil)
        #expect(screens.failure(SessionError(.sealed)).text == "Code for support: SHARING_SEALED")
    }

    @Test(arguments: Permission.allCases)
    func `only a denied permission has a button to the settings, for holder and reader`(
        permission: Permission
    ) {
        for lack in Permission.MissingReason.allCases {
            for hasSettings in [false, true] {
                let screens = [
                    HolderScreens(language: .english).preflight(
                        permission, lack, total: 1, left: 1, hasSettings: hasSettings),
                    ReaderScreens(language: .english).screen(
                        .preflight(missing: [permission]), profile: .ageOver18, lacks: [permission: lack],
                        hasSettings: hasSettings),
                ]
                for screen in screens {
                    let isThere = lack == .denied && hasSettings
                    #expect((screen.action("settings")?.label == "Open settings") == isThere, "\(screen.id) \(lack)")
                    #expect(screen.actions.map(\.role).count { $0 == .primary } == 1, "\(screen.id) \(lack)")
                    #expect(screen.action("enable") != nil, "\(screen.id) \(lack)")
                }
            }
        }
    }

    @Test func `the QR code is drawn module by module`() throws {
        let code = try #require(QRPicture("mdoc:owBjMS4w"))
        guard
            case .code(let shown)? = HolderScreens(language: .english).engagement(code).body.last
        else {
            Issue.record("no code")
            return
        }
        let matrix = shown.modules
        #expect(matrix.side == code.side && shown.alternative == "QR code for the reader")
        for row in 0..<code.side {
            for column in 0..<code.side { #expect(matrix.isDark(column, row) == code.isDark(row, column)) }
        }
    }
}
