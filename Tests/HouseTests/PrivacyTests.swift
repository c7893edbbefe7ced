import Foundation
import Testing

@Suite("Privacy matches docs/reference/privacy.md")
struct PrivacyTests {
    private let document: String

    init() throws { document = try Tree.package.text("docs/reference/privacy.md") }

    @Test(
        "each product's privacy manifest matches docs/reference/privacy.md",
        arguments: PrivacyManifest.products)
    func manifest(product: String) throws {
        let file = try Tree.package.text(PrivacyManifest.path(of: product))
        #expect(
            file == PrivacyManifest(of: product, document: document).text,
            "the file is to be as it is made of the table")
        let plist = try #require(
            PropertyListSerialization.propertyList(from: Data(file.utf8), format: nil) as? [String: Any])
        let types = try #require(plist["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        let rows = PrivacyManifest.rows(in: document).filter { $0[0] == product }
        #expect(types.count == rows.count && types.isEmpty == ["CredentialSharing", "PaymentQR"].contains(product))
        // Each type at most once, because Apple reads only the first.
        #expect(Set(types.compactMap { $0["NSPrivacyCollectedDataType"] as? String }).count == types.count)
        #expect(types.allSatisfy { $0["NSPrivacyCollectedDataTypeTracking"] as? Bool == false })
        #expect(plist["NSPrivacyTracking"] as? Bool == false)
        #expect((plist["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
        let changed = document.replacing("| yes", with: "| no")
        #expect((PrivacyManifest(of: product, document: changed).text != file) == !rows.isEmpty)
    }

    @Test("each product includes a privacy manifest")
    func brought() throws {
        let package = try Tree.package.text("Package.swift")
        let products = package.matches(of: /\.library\(name: "(\w+)", targets/).map { String($0.output.1) }
        // Test support and a bank's server are not part of an app.
        let parts = products.filter { !$0.hasSuffix("Testing") && $0 != "JourneyGateway" }
        #expect(Set(parts) == Set(PrivacyManifest.products) && products.contains("JourneyGateway"))
        for product in PrivacyManifest.products {
            let module = try #require(
                package.firstMatch(of: try Regex("module\\(\\s*\"\(product)\"(?s:.*?)\\n    (?:module|//|\\])")))
            #expect(String(package[module.range]).contains("privacy"), "\(product)")
        }
        #expect(package.contains("let privacy = [Resource.copy(\"Resources/PrivacyInfo.xcprivacy\")]"))
    }

    /// The files of a product that create its requests, with the minimum number of names in them.
    private static let senders: [(product: String, files: [String], least: Int)] = [
        (
            "HSBCPartnerSDK",
            [
                "HSBCPartnerSDK/Attestation/AttestationGatewayClient.swift",
                "HSBCPartnerSDK/Attestation/AttestationClient.swift",
                "HSBCPartnerSDK/Settlement/GatewayClient.swift",
                "HSBCPartnerSDK/Plugins/Approval/TransactionApprovalPlugin.swift",
            ], 20
        ),
        (
            "CashBaba",
            [
                "CashBaba/Network/", "CashBaba/Pictures/", "CashBaba/Repository/WebServiceHandler",
                "JourneyWire/Wallet/WalletField.swift",
            ], 20
        ),
        ("CardDetailsSDK", ["CardDetailsSDK/Proxy/"], 4),
        ("ProntoWalletSDK", ["ProntoWalletSDK/Internal/APIClient"], 2),
    ]

    /// Returns the names under which a product's calls send data, from its sources.
    private static func sent(_ product: String, _ text: String) -> Set<String> {
        let shapes: [Regex<(Substring, Substring)>] =
            switch product {
            case "CashBaba":
                [
                    /FormBody\.Entry\(\s*"(\w+)"/, /\("(\w+)", (?:pin|confirmPin|oldPin)\)/, /\.text\("(\w+)"/,
                    /FaceImage\.part\("(\w+)"/, /form\.add\("(\w+)"/,
                ]
            // Any member of a value.
            case "HSBCPartnerSDK": [/"(\w+)":\s/, /(?:body|members|claims)\["(\w+)"\] =/]
            // Messages of the contracts alone.
            default: []
            }
        // Responses are distinguished by their cases.
        let sending = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("case ") }
            .joined(separator: "\n")
        // The wallet's fields are the cases of its contract.
        let fields = product == "CashBaba" ? text.matches(of: /case \w+ = "(\w+)"/).map { String($0.output.1) } : []
        return Set(shapes.flatMap { shape in sending.matches(of: shape).map { String($0.output.1) } } + fields)
    }

    /// Returns the wire names of the message members of `contracts` that `text` creates.
    private static func members(_ text: String, _ contracts: String) -> Set<String> {
        let messages = contracts.matches(of: /struct (\w+): \w*Message \{\n((?:.*\n)*?)\}\n/)
        // Requests are created from labelled members; responses are decoded from bytes, at most with limits.
        let called = Set(
            text.matches(of: /\b([A-Z]\w+)\(\s*(?:[^(),]+,\s*)?(?!limits|unknownMembers)\w+:/).map(\.output.1))
        let made = messages.filter { called.contains($0.output.1) }
        return Set(
            made.flatMap { message in
                let body = message.output.2
                let keys = Dictionary(
                    body.matches(of: /(?m)^        case (\w+) = "(\w+)"$/).map { ($0.output.1, $0.output.2) },
                    uniquingKeysWith: { first, _ in first })
                return body.matches(of: /(?m)^    package (?:let|var) (\w+): [^{\n]*$/)
                    .map { String(keys[$0.output.1] ?? $0.output.1) }
            })
    }

    /// Returns the names in a row's cell of names.
    private static func names(in cell: String) -> [String] {
        cell.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }

    @Test("personal data that a call sends is listed in docs/reference/privacy.md by name")
    func collected() throws {
        let ofTheApp = DocumentTable(["product", "sent as", "what it is"], in: document).rows
        for (product, files, least) in PrivacyTests.senders {
            let listed = Set(
                PrivacyManifest.rows(in: document).filter { $0[0] == product }
                    .flatMap { PrivacyTests.names(in: $0[2]) })
            let others = Set(ofTheApp.filter { $0[0] == product }.flatMap { PrivacyTests.names(in: $0[1]) })
            let sources = try Tree.swiftFiles.get()
                .filter { file in
                    files.contains { file.path.hasPrefix("Systems/" + $0) || file.path.hasPrefix("Base/" + $0) }
                }
            #expect(sources.count >= files.count, "\(product)")
            let contracts = try Tree.swiftFiles.get().filter { $0.module == "JourneyWire" }
                .map { try Tree.package.text("Sources/" + $0.path) }.joined()
            let names = try sources.reduce(into: Set<String>()) { names, file in
                let text = try Tree.package.text("Sources/" + file.path)
                names.formUnion(PrivacyTests.sent(product, text).union(PrivacyTests.members(text, contracts)))
            }
            #expect(names.count >= least, "\(product): \(names.sorted())")
            #expect(names.subtracting(listed).subtracting(others) == [], "\(product)")
            #expect(others.subtracting(names) == [], "\(product)")
            // One-time codes have the names in the table of paths; the next test covers other destinations.
            let elsewhere = ["OTP", "Otp", "telemetry", "service.instance.id", "sessionProofJws"]
            #expect(listed.subtracting(names).subtracting(elsewhere) == [], "\(product)")
        }
        #expect(PrivacyTests.sent("CashBaba", "form.add(\"Shoe\", size)") == ["Shoe"])
        let contract = "struct Shoe: WireMessage {\n    package let size: Int\n    package static let x: Int\n}\n"
        #expect(PrivacyTests.members("send(Shoe(size: 1))", contract) == ["size"])
        #expect(PrivacyTests.members("send(Hat(size: 1))", contract) == [])
        #expect(PrivacyTests.members("try Shoe(answer, limits: limits)", contract) == [])
        let keyed =
            "struct Hat: WireMessage {\n    package let size: Int\n\n    enum CodingKeys: String {\n        case size = \"hat_size\"\n    }\n}\n"
        #expect(PrivacyTests.members("send(Hat(size: 1))", keyed) == ["hat_size"])
        #expect(PrivacyTests.sent("CashBaba", "    case shoe = \"Shoe\"") == ["Shoe"])
        #expect(PrivacyTests.sent("HSBCPartnerSDK", "[\"shoe\": size]; body[\"hat\"] = 1") == ["shoe", "hat"])
    }

    @Test("only the listed products reveal the installation to servers or pages")
    func installation() throws {
        for product in PrivacyManifest.products {
            let sources = try Tree.swiftFiles.get().filter { $0.path.hasPrefix("Systems/\(product)/") }
            // A bridge with the key proves its identity to each page.
            let proves = sources.contains { $0.text.code.contains { $0.contains("instanceKey: host.instanceKey") } }
            let tells = sources.contains { $0.text.code.contains { $0.contains("TelemetryInstallation(") } }
            let row = PrivacyManifest.rows(in: document)
                .first { $0[0] == product && $0[3] == "NSPrivacyCollectedDataTypeDeviceID" }
            let names = PrivacyTests.names(in: row?[2] ?? "")
            #expect(names.contains("sessionProofJws") == proves, "\(product)")
            #expect(names.contains("service.instance.id") == tells, "\(product)")
            #expect((row != nil) == (product == "HSBCPartnerSDK" || product == "CardDetailsSDK"), "\(product)")
        }
        #expect(
            try Tree.package.text("Sources/Device/JourneyWeb/Bridge/BridgeCore+Handshake.swift").contains(
                "sessionProofJws"))
        // The system's device identifiers are never requested.
        let askers = try Tree.swiftFiles.get().filter { file in
            ["Base", "Device", "Systems"].contains(file.folder)
                && file.text.code.contains {
                    $0.contains("identifierForVendor") || $0.contains("advertisingIdentifier")
                }
        }
        #expect(askers.map(\.path) == [])
    }

    /// Apple's list of required-reason APIs: user defaults, file times, disk space, boot time, active keyboards.
    private static var reasoned: Regex<Substring> {
        /UserDefaults|@AppStorage|@SceneStorage|\.(?:creationDate|modificationDate|fileModificationDate)\b|(?:content|)(?:Modification|creation)DateKey|volume(?:Available|Total)Capacity|system(?:Free)?Size\b|\b(?:f|l)?stat(?:at|fs|vfs)?\(|\bfstat(?:fs|vfs)\(|getattrlist|systemUptime|mach_absolute_time|activeInputModes/
    }

    /// The token of each API, searched first because the expression is slow and there are a hundred thousand lines.
    private static let signs = [
        "UserDefaults", "Storage", "ationDate", "volume", "systemFreeSize", "systemSize", "systemUptime", "InputModes",
        "mach_absolute", "stat(", "statat(", "statfs(", "statvfs(", "attrlist",
    ]

    @Test("no API is called that needs a reason in the privacy manifest")
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

    /// Returns the items of a product in the document.
    private func items(of product: String) -> [String] {
        DocumentTable(["product", "item", "what it is"], in: document).rows.filter { $0[0] == product }.map { $0[1] }
    }

    @Test("docs/reference/privacy.md lists each kind of item that is stored")
    func items() throws {
        let source = try Tree.package.text("Sources/Systems/HSBCPartnerSDK/Public/StoredItem.swift")
        let cases = source.matches(of: /(?m)^        case ([a-zA-Z]+)(?: = "([a-z-]+)")?$/)
        let kinds = cases.map { String($0.output.2 ?? $0.output.1) }
        #expect(kinds.count >= 10)
        #expect(items(of: "HSBCPartnerSDK") == kinds)
    }

    @Test("each Keychain service has a row with its items and erasure, and a product without one stores nothing")
    func services() throws {
        let rows = DocumentTable(["product", "Keychain service", "lists", "erases"], in: document).rows
        let sources = try Tree.swiftFiles.get().filter { $0.path.hasPrefix("Systems/") && $0.platform != "Linux" }
        var found: [String] = []
        for product in PrivacyManifest.products {
            let text = try sources.filter { $0.path.hasPrefix("Systems/\(product)/") }
                .map { try Tree.package.text("Sources/" + $0.path) }.joined(separator: "\n")
            let services = text.matches(of: /KeychainStore\(service: ".*\.(\w+)"\)/).map { "….\($0.output.1)" }
            #expect(rows.filter { $0[0] == product }.map { $0[1] } == services, "\(product)")
            #expect(items(of: product).isEmpty == services.isEmpty, "\(product)")
            // Nor another module's store.
            #expect(text.contains(/\b(?:Secure|Secret)Store\b/) == !services.isEmpty, "\(product)")
            found += services
        }
        let all = try sources.reduce(0) { count, file in
            count + (try Tree.package.text("Sources/" + file.path).matches(of: /KeychainStore\(/).count)
        }
        #expect(found.count == 3 && all == found.count && Set(found).count == found.count)
    }

    @Test("each item name of a product has its row", arguments: ["CardDetailsSDK", "CredentialSharing"])
    func names(product: String) throws {
        let sources = try Tree.swiftFiles.get()
            .filter { $0.path.hasPrefix("Systems/\(product)/") }
            .map { try Tree.package.text("Sources/" + $0.path) }
        var names = Set(
            sources.filter { $0.contains("StoreKey(") }
                .flatMap { $0.matches(of: /"([a-z]+(?:-[a-z]+)*)-(?:"|\\\()/).map { String($0.output.1) } })
        if sources.contains(where: { $0.contains("InstanceKeyStore(") }) { names.insert("instance-key") }
        #expect(names.count >= 2)
        #expect(Set(items(of: product)) == names)
    }
}
