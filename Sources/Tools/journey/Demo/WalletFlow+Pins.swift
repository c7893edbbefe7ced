import JourneyBase
import JourneyHarness
import JourneySandbox
import SandboxServices

extension WalletFlow {
    static let setPin = WalletFlow(
        "set-pin", "Somebody new sets the PIN of a wallet, with a code.", title: "A first PIN",
        WalletBranch(
            name: "set", summary: "A wrong code and a PIN that is too easy first, then the right ones.",
            customer: "wallet-1", command: ["pin", "set"],
            answers: [
                "answers": [
                    ["screen": "welcome", "press": "proceed"], wrongCode, rightCode, newPin("45678"), newPin("86420"),
                ]
            ], mistakes: 2, checks: [hasPin, nothingMoved]))

    static let changePin = WalletFlow(
        "change-pin", "Somebody changes the PIN of a wallet.", title: "Another PIN",
        WalletBranch(
            name: "changed", summary: "The old PIN is wrong once, and right then.", customer: "wallet-2",
            command: ["pin", "change"],
            answers: ["answers": [change(from: "13579"), change(from: "24680")]], mistakes: 1,
            checks: [hasPin, nothingMoved]))

    static let forgotPin = WalletFlow(
        "forgot-pin", "Somebody forgot the PIN, says who they are, and sets a new one.",
        title: "A PIN that was forgotten",
        WalletBranch(
            name: "reset", summary: "The last digits of the national ID are wrong once, and right then.",
            customer: "wallet-2", command: ["pin", "forgot"],
            answers: [
                "answers": [
                    identity("0000"), identity("8765"), rightCode, newPin("86420"),
                ]
            ], mistakes: 1, checks: [hasPin, nothingMoved]))

    static let rightCode: JSONValue = ["screen": "code", "inbox": "code"]
    private static let wrongCode: JSONValue = ["screen": "code", "values": ["code": "000000"]]

    private static func newPin(_ pin: JSONValue) -> JSONValue {
        ["screen": "new-pin", "values": ["new": pin, "repeat": pin]]
    }

    private static func change(from pin: JSONValue) -> JSONValue {
        ["screen": "change-pin", "values": ["current": pin, "new": "86420", "repeat": "86420"]]
    }

    private static func identity(_ digits: JSONValue) -> JSONValue {
        ["screen": "identity", "values": ["nationalId": digits, "birthDate": "1985-11-03"]]
    }

    private static let hasPin: WalletBranch.Check = { _, after in
        Report.Check("The wallet has a PIN, and no wrong one is counted.", holds: after.hasPin && after.failures == 0)
    }

    private static let nothingMoved: WalletBranch.Check = { before, after in
        Report.Check(
            "No money was moved.", holds: after.movements.isEmpty && after.balance == before.balance)
    }
}
