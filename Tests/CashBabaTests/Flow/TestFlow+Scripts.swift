import JourneyBase
import JourneyScreens
import JourneyTesting

@testable import CashBaba

/// The scripted responses of the network and the user.
extension TestFlow {
    static let good = TestWallet.answer(TestWallet.good)
    static let rules = TestWallet.answer([
        "code": 200, "data": ["validationMessages": [["english": "Five digits.", "bangla": "পাঁচ সংখ্যা।"]]],
    ])
    static let identified = TestWallet.answer(["code": 200, "data": ["identifier": "id-7"]])
    static let malformed = ScriptedTransport.Step.response(HTTPResponse(status: 200, body: Array("{".utf8)))
    static let timeout = ScriptedTransport.Step.failure(JourneyError(.netTimeout, "no"))
    static func refusal(_ text: String, status: Int = 400) -> ScriptedTransport.Step {
        TestWallet.answer(["messages": [.string(text)]], status: status)
    }
    static func validated(face: Bool = false, seconds: Int = 90) -> ScriptedTransport.Step {
        TestWallet.answer([
            "code": 200,
            "data": [
                "transactionId": "T1", "isFaceVerificationRequired": .bool(face),
                "otpExpirySeconds": .number(JSONNumber(seconds)), "status": "Pending",
            ],
        ])
    }
    static func status(_ word: JSONValue) -> ScriptedTransport.Step {
        TestWallet.answer(["code": 200, "data": ["transactionId": "T1", "status": word]])
    }

    static func press(_ action: String, _ values: [String: ScreenAction.Value] = [:]) -> ScriptedPresenter.Reply {
        .answer(ScreenAction(action: action, values: values))
    }
    static func pins(_ pins: [String: String]) -> ScriptedPresenter.Reply {
        press("submit", pins.mapValues { .secret(TestWallet.pin($0)) })
    }
    static func code(_ digits: String = "123456") -> ScriptedPresenter.Reply {
        press("submit", ["code": .text(digits)])
    }
    static let back = press(Screen.back)
    static let cancel = press(Screen.cancelled)
    static let proceed = press("proceed")
    static let pin = pins(["pin": "13579"])
    static let newPin = pins(["new": "13579", "repeat": "13579"])
    static let change = pins(["current": "24680", "new": "13579", "repeat": "13579"])
    static let identity = press("submit", ["nationalId": "৪৩২১", "birthDate": "1990-02-28"])
}
