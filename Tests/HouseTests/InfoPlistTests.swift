import Foundation
import Testing

@Suite("Missing Info.plist keys")
struct InfoPlistTests {
    private static let camera = "NSCameraUsageDescription"
    private static let face = "NSFaceIDUsageDescription"
    private static let bluetooth = "NSBluetoothAlwaysUsageDescription"
    private static let domains = "WKAppBoundDomains"

    struct Row: CustomTestStringConvertible {
        let plist: [String: PlistValue]
        let arguments: String
        /// The expected beginnings of the printed lines.
        let lines: [String]
        var testDescription: String { "\(plist) \(arguments)" }
    }

    enum PlistValue: Sendable {
        case text(String)
        case list([String])
        case number(Int)

        var object: Any {
            switch self {
            case .text(let text): text
            case .list(let list): list
            case .number(let number): number
            }
        }
    }

    private static let why = PlistValue.text("To confirm payments.")
    private static let all: [String: PlistValue] = [camera: why, face: why, bluetooth: why]

    static let rows: [Row] = [
        Row(
            plist: all, arguments: "HSBCPartnerSDK CardDetailsSDK CashBaba CredentialSharing ProntoWalletSDK", lines: []
        ),
        Row(plist: [:], arguments: "ProntoWalletSDK", lines: []),
        Row(plist: [:], arguments: "HSBCPartnerSDK", lines: ["\(face) is missing (HSBCPartnerSDK: "]),
        Row(plist: [:], arguments: "CardDetailsSDK", lines: ["\(face) is missing (CardDetailsSDK: "]),
        Row(plist: [:], arguments: "CashBaba", lines: ["\(camera) is missing (CashBaba: "]),
        Row(
            plist: [:], arguments: "CredentialSharing", lines: ["\(bluetooth) is missing", "\(camera) is missing"]),
        Row(plist: [face: why], arguments: "CashBaba CardDetailsSDK", lines: ["\(camera) is missing"]),
        // Near misses: another key, another case, no sentence.
        Row(
            plist: ["NSCameraUsage": why, "nscamerausagedescription": why], arguments: "CashBaba",
            lines: ["\(camera) is missing"]),
        Row(plist: [camera: .text("")], arguments: "CashBaba", lines: ["\(camera) has no text"]),
        Row(plist: [camera: .text(" \n")], arguments: "CashBaba", lines: ["\(camera) has no text"]),
        Row(plist: [camera: .number(1)], arguments: "CashBaba", lines: ["\(camera) has no text"]),
        // Domains count where the app has a list of them.
        Row(plist: all, arguments: "CardDetailsSDK --host cards.example", lines: []),
        Row(
            plist: [face: why, domains: .list(["bank.example"])], arguments: "CardDetailsSDK --host cards.example",
            lines: ["\(domains) does not name cards.example"]),
        Row(
            plist: [face: why, domains: .list(["Cards.example"])],
            arguments: "CardDetailsSDK --host cards.example --host pay.cards.example", lines: []),
        Row(
            plist: [face: why, domains: .list(["cards.example"])], arguments: "CardDetailsSDK --host evilcards.example",
            lines: ["\(domains) does not name evilcards.example"]),
        Row(
            plist: [face: why, domains: .list(["pay.cards.example"])], arguments: "CardDetailsSDK --host cards.example",
            lines: ["\(domains) does not name cards.example"]),
        Row(
            plist: [face: why, domains: .list((1...11).map { "h\($0).example" })],
            arguments: "HSBCPartnerSDK --host h10.example --host h11.example",
            lines: ["\(domains) has 11 domains", "\(domains) does not name h11.example"]),
        Row(
            plist: [face: why, domains: .text("bank.example")], arguments: "HSBCPartnerSDK",
            lines: ["\(domains) is no list"]),
    ]

    private static func lines(_ shell: Shell) -> [String] { shell.output.split(separator: "\n").map(String.init) }

    @Test("a missing key is named with the product that needs it, in XML and binary files", arguments: rows)
    func missing(row: Row) throws {
        try Shell.inScratch { folder in
            for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
                let path = folder.appendingPathComponent("Info-\(format.rawValue).plist")
                let list = row.plist.mapValues(\.object)
                try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0).write(to: path)
                let run = try Shell("scripts/check-info-plist '\(path.path)' \(row.arguments)")
                let lines = Self.lines(run)
                #expect(
                    lines.count == row.lines.count && zip(lines, row.lines).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
                #expect(run.status == (row.lines.isEmpty ? 0 : 1), "\(run.problem)")
            }
        }
    }

    @Test("linked products are read from an app's sources and from a built app's frameworks")
    func linked() throws {
        try Shell.inScratch { folder in
            let app = folder.appendingPathComponent("Shop.app")
            let frameworks = app.appendingPathComponent("Frameworks")
            for name in ["CashBaba", "JourneyBase", "Other"] {
                try FileManager.default.createDirectory(
                    at: frameworks.appendingPathComponent("\(name).framework"), withIntermediateDirectories: true)
            }
            let empty = try PropertyListSerialization.data(
                fromPropertyList: [:] as [String: Any], format: .binary, options: 0)
            try empty.write(to: app.appendingPathComponent("Info.plist"))
            let built = try Shell("scripts/check-info-plist '\(app.path)'")
            #expect(
                built.status == 1 && Self.lines(built).map { $0.prefix { $0 != " " } } == ["NSCameraUsageDescription"])
            let sources = folder.appendingPathComponent("Sources/Deep")
            try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
            try
                "// import CashBaba\n@preconcurrency public import CardDetailsSDK\nimport struct HSBCPartnerSDK.Receipt\n"
                .write(
                    to: sources.appendingPathComponent("App.swift"), atomically: true, encoding: .utf8)
            let read = try Shell("scripts/check-info-plist '\(app.path)' --sources '\(folder.path)/Sources'")
            let lines = Self.lines(read)
            #expect(read.status == 1 && lines.count == 1 && lines[0].hasPrefix(Self.face), "\(lines)")
            #expect(lines[0].contains("CardDetailsSDK: ") && lines[0].contains("HSBCPartnerSDK: "))
        }
    }

    @Test("unusable input ends with status 2, one sentence and no output")
    func unusable() throws {
        try Shell.inScratch { folder in
            let place = folder.path
            try "no list".write(toFile: "\(place)/text", atomically: true, encoding: .utf8)
            try Data("<plist version=\"1.0\"><array/></plist>".utf8).write(to: folder.appendingPathComponent("array"))
            let entity = """
                <?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "b">]>
                <plist version="1.0"><dict><key>k</key><string>&a;</string></dict></plist>
                """
            try Data(entity.utf8).write(to: folder.appendingPathComponent("entity"))
            try Data("<plist version=\"1.0\"><dict/></plist>".utf8).write(to: folder.appendingPathComponent("good"))
            try Data(count: 1 << 20 + 1).write(to: folder.appendingPathComponent("large"))
            for arguments in [
                "'\(place)/none' CashBaba", "'\(place)/text' CashBaba", "'\(place)/array' CashBaba",
                "'\(place)/entity' CashBaba", "'\(place)/large' CashBaba", "'\(place)' CashBaba", "'\(place)/good'",
                "'\(place)/good' Cashbaba", "'\(place)/good' --sources '\(place)/none'", "",
            ] {
                let run = try Shell("scripts/check-info-plist \(arguments)")
                #expect(run.status == 2 && run.output.isEmpty, "\(arguments): \(run.output)")
                #expect(
                    run.problem.contains("check-info-plist: ") && !run.problem.contains("Traceback"), "\(run.problem)")
            }
        }
    }

    @Test("the demo app lacks no key for its products, and its pages' host is an app-bound domain")
    func demoApp() throws {
        let app = "examples/PartnerDemoApp"
        let run = try Shell(
            "scripts/check-info-plist \(app)/Info.plist --sources \(app)/Sources --host bank.localhost")
        #expect(run.status == 0 && run.output.isEmpty, "\(run.output)\(run.problem)")
    }

    /// Returns the products and the keys that each needs, from the script.
    private static func table() throws -> [(product: String, key: String)] {
        try lines(Shell("scripts/check-info-plist --table")).map { line in
            let words = line.split(separator: " ").map(String.init)
            return (words[0], words[1])
        }
    }

    @Test("each guide names its product's keys, and so does the page of all keys")
    func guides() throws {
        let guides = [
            "HSBCPartnerSDK": "PartnerSDK", "CardDetailsSDK": "CardDetailsGuide", "CashBaba": "CashBabaGuide",
            "CredentialSharing": "CredentialSharingGuide",
        ]
        let table = try Self.table()
        #expect(table.count >= 7)
        for (product, key) in table {
            let guide = try #require(guides[product], "\(product)")
            for page in ["docs/JourneyKit.docc/\(guide).md", "docs/explanation/apple.md"] {
                #expect(try Tree.package.text(page).contains("`\(key)`"), "\(page): \(key)")
            }
        }
    }

    @Test("the table matches the adapters' use of Face ID, camera, Bluetooth and web pages")
    func adapters() throws {
        let uses: [(key: String, pattern: Regex<Substring>)] = [
            (Self.face, /\bDeviceBiometrics\(|\bBiometricKey\(/), (Self.camera, /import AVFoundation/),
            (Self.bluetooth, /import CoreBluetooth/), (Self.domains, /\bWebViewContainer\.make\(/),
        ]
        let files = try Tree.swiftFiles.get().filter { $0.platform == "Apple" }
        var found: Set<String> = []
        for file in files {
            guard file.folder == "Systems" else { continue }
            let code = file.text.code.joined(separator: "\n")
            for (key, pattern) in uses where code.contains(pattern) { found.insert("\(file.module) \(key)") }
        }
        #expect(try Set(Self.table().map { "\($0.product) \($0.key)" }) == found)
    }
}
