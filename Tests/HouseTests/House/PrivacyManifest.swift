/// Apple's privacy manifest of a product, generated from the table of `docs/reference/privacy.md`.
struct PrivacyManifest {
    /// The products with a manifest, and the folder of the module that contains it.
    static let products = [
        "HSBCPartnerSDK", "CredentialSharing", "ProntoWalletSDK", "CashBaba", "CardDetailsSDK", "PaymentQR",
    ]
    static func path(of product: String) -> String { "Sources/Systems/\(product)/Resources/PrivacyInfo.xcprivacy" }

    /// Returns the rows of collected data: product, data, sent as, type, linked, purposes.
    static func rows(in document: String) -> [[String]] {
        DocumentTable(
            ["product", "data", "sent as", "type in the manifest", "linked to the person", "purpose"], in: document
        ).rows.filter { $0.count == 6 }
    }

    /// The text of the file.
    let text: String

    init(of product: String, document: String) {
        let types = PrivacyManifest.rows(in: document).filter { $0[0] == product }.map { row in
            let purposes = row[5].split(separator: ",").map { purpose in
                "                <string>\(purpose.drop { $0 == " " })</string>"
            }.joined(separator: "\n")
            return """
                        <dict>
                            <key>NSPrivacyCollectedDataType</key>
                            <string>\(row[3])</string>
                            <key>NSPrivacyCollectedDataTypeLinked</key>
                            <\(row[4].hasPrefix("yes"))/>
                            <key>NSPrivacyCollectedDataTypeTracking</key>
                            <false/>
                            <key>NSPrivacyCollectedDataTypePurposes</key>
                            <array>
                \(purposes)
                            </array>
                        </dict>
                """
        }
        let collected =
            types.isEmpty ? "    <array/>" : "    <array>\n\(types.joined(separator: "\n"))\n    </array>"
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>NSPrivacyTracking</key>
                <false/>
                <key>NSPrivacyTrackingDomains</key>
                <array/>
                <key>NSPrivacyAccessedAPITypes</key>
                <array/>
                <key>NSPrivacyCollectedDataTypes</key>
            \(collected)
            </dict>
            </plist>

            """
    }
}
