import JourneyBase
import JourneyWire
import Testing

@testable import CashBaba

@Suite("Wallet contract")
struct ContractTests {
    @Test("each SDK call has a contract, and each contract a call")
    func calls() {
        #expect(CashBaba.Endpoint.allCases.map(\.rawValue) == WalletCall.allCases.map(\.rawValue))
        #expect(CashBaba.Endpoint.allCases.map(\.call) == WalletCall.allCases)
    }

    @Test("no two calls share an address")
    func paths() {
        #expect(Set(WalletCall.allCases.map(\.path)).count == WalletCall.allCases.count)
    }

    @Test("every member of a response is read by the SDK's model")
    func members() throws {
        var transaction = WalletTransaction("t", message: "m", status: WireJSON(1))
        transaction.isFaceVerificationRequired = true
        transaction.mfaType = WireJSON("OTP")
        transaction.otpExpire = "2027-01-01T00:00:00Z"
        transaction.otpExpirySeconds = 120
        let amount = WireNumber(JSONNumber(1))
        var payment = WalletPayment("t", of: "r", status: "Authorized", amount: amount, fee: amount, total: amount)
        payment.availableBalance = amount
        let rules = WalletPinRules(validationMessages: [.init(english: "e", bangla: "b")])
        let models: [(Any, Set<String>)] = [
            (try CpqrcValidationData(transaction.json), WireField.names(WalletTransaction.self)),
            (try PaymentData(payment.json), WireField.names(WalletPayment.self)),
            (try OtpSendData(WalletCodeSent(otpExpireAt: "soon").json), WireField.names(WalletCodeSent.self)),
            (try ForgetPinVerifyData(WalletReset(identifier: "i").json), WireField.names(WalletReset.self)),
        ]
        for (model, names) in models {
            let members = Mirror(reflecting: model).children.filter { $0.label != "isAlreadyPaid" }
            for member in members {
                #expect(Mirror(reflecting: member.value).children.count == 1, "\(member.label ?? "") is read")
            }
            #expect(Set(members.compactMap(\.label).map { $0 == "transactionID" ? "transactionId" : $0 }) == names)
        }
        #expect(try PinRulesData(rules.json).validationMessages == [.init(english: "e", bangla: "b")])
        let token = WalletToken(accessToken: WireSecret(Secret(copying: "t".utf8)), expiresIn: 300)
        #expect(try TokenResponse(token.json).expiresIn == 300)
    }
}
