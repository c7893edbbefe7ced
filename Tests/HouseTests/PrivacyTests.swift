import Foundation
import Testing

@Suite("Privacy is what docs/privacy.md says")
struct PrivacyTests {
    private let document: String

    init() throws { document = try Tree.package.text("docs/privacy.md") }

    @Test("the privacy manifest of each product says what docs/privacy.md says", arguments: PrivacyManifest.products)
    func manifest(product: String) throws {
        let file = try Tree.package.text(PrivacyManifest.path(of: product))
        #expect(
            file == PrivacyManifest(of: product, document: document).text,
            "the file is to be as it is made of the table")
        let plist = try #require(
            PropertyListSerialization.propertyList(from: Data(file.utf8), format: nil) as? [String: Any])
        let types = try #require(plist["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        let rows = PrivacyManifest.rows(in: document).filter { $0[0] == product }
        #expect(types.count == rows.count && types.isEmpty == (product == "CredentialSharing"))
        // Each type once: Apple reads the first alone.
        #expect(Set(types.compactMap { $0["NSPrivacyCollectedDataType"] as? String }).count == types.count)
        #expect(types.allSatisfy { $0["NSPrivacyCollectedDataTypeTracking"] as? Bool == false })
        #expect(plist["NSPrivacyTracking"] as? Bool == false)
        #expect((plist["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
        let changed = document.replacing("| yes", with: "| no")
        #expect((PrivacyManifest(of: product, document: changed).text != file) == !rows.isEmpty)
    }

    @Test("each product brings its privacy manifest, and each product has one")
    func brought() throws {
        let package = try Tree.package.text("Package.swift")
        let products = package.matches(of: /\.library\(name: "(\w+)", targets/).map { String($0.output.1) }
        #expect(Set(products).subtracting(["JourneyTesting"]) == Set(PrivacyManifest.products))
        for product in PrivacyManifest.products {
            let module = try #require(
                package.firstMatch(of: try Regex("module\\(\\s*\"\(product)\"(?s:.*?)\\n    (?:module|//|\\])")))
            #expect(String(package[module.range]).contains("privacy"), "\(product)")
        }
        #expect(package.contains("let privacy = [Resource.copy(\"Resources/PrivacyInfo.xcprivacy\")]"))
    }

    /// The names under which the calls of a product send something, as its sources have them.
    private static func sent(_ product: String, _ text: String) -> Set<String> {
        let shapes: [Regex<(Substring, Substring)>] =
            product == "CashBaba"
            ? [
                /FormBody\.Entry\(\s*"(\w+)"/, /\("(\w+)", (?:pin|confirmPin|oldPin)\)/, /\.text\("(\w+)"/,
                /FaceImage\.part\("(\w+)"/, /form\.add\("(\w+)"/,
            ] : [/"(\w+)": \.string\(/]
        return Set(shapes.flatMap { shape in text.matches(of: shape).map { String($0.output.1) } })
    }

    @Test("whatever a call sends of a person stands in docs/privacy.md, under the name that it goes by")
    func collected() throws {
        // What is of the app is named in the text below the table.
        let others = Set(document.matches(of: /`([a-z_]+)`/).map { String($0.output.1) })
        for (product, folder, least) in [
            ("CashBaba", "Systems/CashBaba/Network/", 18), ("CardDetailsSDK", "Systems/CardDetailsSDK/Proxy/", 4),
            ("ProntoWalletSDK", "Systems/ProntoWalletSDK/Internal/APIClient", 2),
        ] {
            let listed = Set(
                PrivacyManifest.rows(in: document).filter { $0[0] == product }
                    .flatMap { $0[2].split(separator: ",").map { String($0.drop { $0 == " " }) } })
            let files = try Tree.swiftFiles.get().filter { $0.path.hasPrefix(folder) }
            let names = try files.reduce(into: Set<String>()) { names, file in
                names.formUnion(PrivacyTests.sent(product, try Tree.package.text("Sources/" + file.path)))
            }
            #expect(names.count >= least, "\(product): \(names.sorted())")
            #expect(names.subtracting(listed).subtracting(others) == [], "\(product)")
            // One-time codes go by what the paths' table calls them.
            #expect(listed.subtracting(names).subtracting(["OTP", "Otp"]) == [], "\(product)")
        }
        #expect(PrivacyTests.sent("CashBaba", "form.add(\"Shoe\", size)") == ["Shoe"])
    }

    /// Apple's list of required-reason APIs: user defaults, file times, disk space, boot time, active keyboards.
    private static var reasoned: Regex<Substring> {
        /UserDefaults|@AppStorage|@SceneStorage|\.(?:creationDate|modificationDate|fileModificationDate)\b|(?:content|)(?:Modification|creation)DateKey|volume(?:Available|Total)Capacity|system(?:Free)?Size\b|\b(?:f|l)?stat(?:at|fs|vfs)?\(|\bfstat(?:fs|vfs)\(|getattrlist|systemUptime|mach_absolute_time|activeInputModes/
    }

    /// What each of them holds: looked for first, since the expression is slow and there are a hundred thousand lines.
    private static let signs = [
        "UserDefaults", "Storage", "ationDate", "volume", "systemFreeSize", "systemSize", "systemUptime", "InputModes",
        "mach_absolute", "stat(", "statat(", "statfs(", "statvfs(", "attrlist",
    ]

    @Test("no API is called for which the privacy manifest would have to give a reason")
    func reasons() throws {
        let callers = try Tree.swiftFiles.get().filter { file in
            ["Base", "Device", "Systems"].contains(file.folder) && file.platform != "Linux"
                && PrivacyTests.signs.contains(where: file.text.holds)
                && file.text.code.contains { line in
                    PrivacyTests.signs.contains(where: line.contains) && line.contains(PrivacyTests.reasoned)
                }
        }
        #expect(callers.map(\.path) == [])
        for call in [
            "UserDefaults.standard", "@AppStorage(\"a\") var a", "values.contentModificationDateKey",
            "file.creationDate",
            "stat(path, &out)", "fstat(file, &out)", "statfs(path, &out)", "attributes[.systemFreeSize]",
            "ProcessInfo.processInfo.systemUptime", "mach_absolute_time()", "UITextInputMode.activeInputModes",
            "url.volumeAvailableCapacityKey",
        ] {
            #expect(
                call.contains(PrivacyTests.reasoned) && PrivacyTests.signs.contains(where: call.contains), "\(call)")
        }
        for other in ["state(path)", "statistics()", "self.status", "restat(x)"] {
            #expect(!other.contains(PrivacyTests.reasoned), "\(other)")
        }
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
