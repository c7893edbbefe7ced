/// Apple's privacy manifest, as the tables of `docs/privacy.md` make it.
struct PrivacyManifest {
    /// The file's text.
    let text: String

    init(document: String) {
        let rows = DocumentTable(["data", "type in the manifest", "linked to the person", "purpose"], in: document).rows
        let types = rows.filter { $0.count == 4 }.map { row in
            """
                    <dict>
                        <key>NSPrivacyCollectedDataType</key>
                        <string>\(row[1])</string>
                        <key>NSPrivacyCollectedDataTypeLinked</key>
                        <\(row[2].hasPrefix("yes"))/>
                        <key>NSPrivacyCollectedDataTypeTracking</key>
                        <false/>
                        <key>NSPrivacyCollectedDataTypePurposes</key>
                        <array>
                            <string>\(row[3])</string>
                        </array>
                    </dict>
            """
        }
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
                <array>
            \(types.joined(separator: "\n"))
                </array>
            </dict>
            </plist>

            """
    }
}
