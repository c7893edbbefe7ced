internal import JourneyBase

/// A native plugin of this package's products, as far as lint knows it.
struct NativePlugin: Sendable {
    let name: String
    let methods: Set<String>
    /// The result of a native step that runs the plugin.
    let answer: PayloadTypes
    /// `true` if its success is an approval by the user, through a biometric check or a signed statement. Calls after an approval
    /// may move money.
    let isApproval: Bool

    /// The plugins of this package's products.
    static let all: [NativePlugin] = [
        NativePlugin(
            name: "biometric_auth", method: "performBiometric", answers: ["biometric": .string],
            isApproval: true),
        NativePlugin(name: "card_details", method: "showCardDetails", answers: ["outcome": .string]),
        NativePlugin(
            name: "confirm_payment", method: "confirmPayment",
            answers: [
                "outcome": .string, "reference": .string, "transactionId": .string, "status": .string,
                "currency": .string, "amount": .string, "fee": .string, "total": .string,
            ], amounts: ["amount", "fee", "total"], isOpen: true),
        NativePlugin(
            name: "document_capture", method: "captureDocument",
            answers: ["kind": .string, "mediaType": .string, "content": .string]),
        NativePlugin(
            name: "present_credential", method: "presentCredential",
            answers: ["response": .string, "shared": .array]),
        NativePlugin(name: "set_pin", method: "setPin", answers: ["outcome": .string]),
        NativePlugin(
            name: "transaction_approval", method: "approveTransaction", answers: ["proof": .string],
            isApproval: true),
        NativePlugin(name: "wallet_pass", method: "addToWallet", answers: ["outcome": .string]),
    ]

    static func isApproval(plugin name: String) -> Bool { all.contains { $0.name == name && $0.isApproval } }

    static func isApproval(method: String) -> Bool { all.contains { $0.methods.contains(method) && $0.isApproval } }

    /// Returns the plugin with the name `name`, or with the closest one to a misspelt name.
    static func meant(by name: String) -> NativePlugin? {
        let name = all.contains { $0.name == name } ? name : SpellingSuggestion.nearest(to: name, in: all.map(\.name))
        return all.first { $0.name == name }
    }

    private init(
        name: String, method: String, answers types: [String: ValueType], amounts: Set<String> = [],
        isOpen: Bool = false, isApproval: Bool = false
    ) {
        self.name = name
        self.isApproval = isApproval
        methods = [method]
        answer = PayloadTypes(
            types: types, names: Set(types.keys), isOpen: isOpen,
            forms: Dictionary(uniqueKeysWithValues: amounts.map { ($0, TextForm.decimal) }))
    }
}
