import JourneyBase
import Testing

@testable import JourneyWire

/// The names of one contract: those that its files spell as text, and those that they declare as properties or cases.
struct Contract: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Paths, header fields, query parameters, codes, and types of signed texts.
    let spelled: Set<String>
    /// The members of messages.
    let members: Set<String>
    /// A number of names that the contract has at least.
    let least: Int

    static let all = [gateway, cards, passes, wallet, bank]

    static let gateway = Contract(
        "the gateway", GatewayContract.services + BankProxyContract.endpoints,
        inner: [
            InstanceClaims.self, SessionProofClaims.self, AttestationClientData.self, DevelopmentAttestation.Key.self,
            DevelopmentAttestation.Use.self, BankSettlementRequest.self, BankSettlement.self, ProblemBody.self,
        ],
        spelled: [
            BankHeader.idempotencyKey, BankHeader.ticket, ProofContract.proofType, ProofContract.registrationType,
            DevelopmentAttestation.format, DevelopmentAttestation.attestationType, DevelopmentAttestation.assertionType,
            ProblemBody.mediaType ?? "", GatewayContract.bankConsentHeader,
        ], least: 100)

    static let cards = Contract(
        "cards, and their issuer", CardContract.endpoints, inner: [CardAppearance.self],
        spelled: [
            CardContract.attemptsLeft, CardContract.userTokenType, IssuerCall.version, VaultPath.consent,
            VaultPath.drawings, VaultPath.content,
        ] + IssuerCall.allCases.map(\.path), members: IssuerField.allCases.map(\.rawValue), least: 80)

    static let passes = Contract(
        "passes, and their updates",
        PassContract.all + PassUpdateContract.all + [PassContract.document, PassUpdateContract.document],
        spelled: [PassUpdateContract.scheme, PassUpdateContract.prefix]
            + TagAttribute.allCases.map(\.rawValue), least: 50)

    static let wallet = Contract(
        "the wallet", [],
        inner: [
            WalletReply.self, WalletReplyText.self, WalletEarlierPayment.self, WalletToken.self, WalletCodeSent.self,
            WalletReset.self, WalletPinRules.self, WalletTransaction.self, WalletPayment.self,
        ],
        spelled: [WalletHeader.language, WalletHeader.scope, WalletHeader.token]
            + WalletCall.allCases.map(\.path) + WalletField.allCases.map(\.rawValue)
            + WalletScope.allCases.map(\.rawValue),
        members: WalletCall.allCases.map(\.rawValue), least: 70)

    static let bank = Contract(
        "the sandbox bank", [],
        spelled: [BankCall.sampleAccount] + BankCall.allCases.map(\.path) + BankCode.allCases.map(\.rawValue),
        members: BankField.allCases.map(\.rawValue) + BankCall.allCases.map(\.rawValue), least: 90)

    private init(
        _ name: String, _ endpoints: [any WireEndpoint], inner: [any WireMessage.Type] = [], spelled: [String],
        members: [String] = [], least: Int
    ) {
        testDescription = name
        let messages =
            endpoints.flatMap { [$0.request, $0.response] }.compactMap { $0 as? any WireMessage.Type } + inner
        let paths = messages.flatMap { WireField.names($0) }
        self.members = Set(
            members + paths.compactMap { path in path.split(separator: "/" as Character).last.map(String.init) })
        self.spelled = Set(spelled + endpoints.map(\.path) + endpoints.flatMap(\.headers) + endpoints.flatMap(\.query))
            .union(endpoints.flatMap { $0.refusals.map(\.code) })
            // A header field and paths that every client and server has.
            .subtracting([GatewayContract.authorization, "/v1/traces", "/v1/logs"])
        self.least = least
    }
}
