import Foundation
import Testing

@Suite("Privacy is what docs/privacy.md says")
struct PrivacyTests {
    private let document: String

    init() throws { document = try Tree.package.text("docs/privacy.md") }

    @Test("the privacy manifest says what docs/privacy.md says")
    func manifest() throws {
        let file = try Tree.package.text("Sources/Systems/HSBCPartnerSDK/Resources/PrivacyInfo.xcprivacy")
        #expect(file == PrivacyManifest(document: document).text, "the file is to be as it is made of the table")
        let plist = try #require(
            PropertyListSerialization.propertyList(from: Data(file.utf8), format: nil) as? [String: Any])
        let types = try #require(plist["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        #expect(types.count == 2)
        #expect(types.allSatisfy { $0["NSPrivacyCollectedDataTypeTracking"] as? Bool == false })
        #expect(plist["NSPrivacyTracking"] as? Bool == false)
        #expect((plist["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
        #expect(try Tree.package.text("Package.swift").contains(".copy(\"Resources/PrivacyInfo.xcprivacy\")"))
        #expect(PrivacyManifest(document: document.replacing("| yes:", with: "| no:")).text != file)
    }

    @Test("no API is called for which the privacy manifest would have to give a reason")
    func reasons() throws {
        // Apple's list of required-reason APIs: user defaults, file times, disk space, boot time, keyboards.
        let names =
            /UserDefaults|modificationDate|creationDate|contentModificationDateKey|volumeAvailableCapacity|systemFreeSize|systemUptime|mach_absolute_time|activeInputModes/
        let callers = try Tree.swiftFiles.get().filter { file in
            ["Base", "Device", "Systems"].contains(file.folder) && file.platform != "Linux"
                && [
                    "UserDefaults", "ationDate", "volumeAvailable", "systemFreeSize", "systemUptime", "mach_absolute",
                    "InputModes",
                ]
                .contains(where: file.text.holds)
                && file.text.code.contains { $0.contains(names) }
        }
        #expect(callers.map(\.path) == [])
    }

    @Test("docs/privacy.md lists each kind of item that is stored")
    func items() throws {
        let listed = DocumentTable(["item", "what it is"], in: document).rows.compactMap(\.first)
        let source = try Tree.package.text("Sources/Systems/HSBCPartnerSDK/Public/StoredItem.swift")
        let cases = source.matches(of: /(?m)^        case ([a-zA-Z]+)(?: = "([a-z-]+)")?$/)
        let kinds = cases.map { String($0.output.2 ?? $0.output.1) }
        #expect(kinds.count >= 10)
        #expect(listed == kinds)
    }
}
