// swift-tools-version: 6.2
import PackageDescription

// Built in its own folder, as scripts and people do. Another package's build that takes this one in runs in that package's folder:
// a newer compiler's new warning must not break it.
let isOwnBuild = Context.environment["PWD"] == Context.packageDirectory

// One set of settings for every Swift target: a switch that covers only some targets is a switch nobody trusts.
let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isOwnBuild ? [.treatAllWarnings(as: .error)] : [])

// `JOURNEY_PLATFORM=Apple` shows on Linux the package that Xcode sees: scripts/apple-check.sh reads it.
#if os(Linux)
let platform = Context.environment["JOURNEY_PLATFORM"] ?? "Linux"
#else
let platform = "Apple"
#endif

/// A library module in one of the folders of `ARCHITECTURE.md`.
///
/// `adapters` names its platform folders (`Apple`, `Linux`, by path); the other platform's are left out of the build,
/// so no source file asks which system it is on. `ground` lists the C modules that exist on Linux only, `everywhere` those that
/// Apple's systems bring as well.
func module(
    _ name: String, in folder: String, uses dependencies: [String] = [], ground: [String] = [],
    everywhere: [String] = [], adapters: [String] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: names(dependencies + everywhere + (platform == "Linux" ? ground : [])),
        path: "Sources/\(folder)/\(name)", exclude: adapters.filter { !$0.hasSuffix(platform) }, resources: resources,
        swiftSettings: strict)
}

/// A command, in `Sources/Tools`.
func command(_ name: String, uses dependencies: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: names(dependencies), path: "Sources/Tools/\(name)", swiftSettings: strict)
}

/// The tests of one module, in a folder that mirrors it.
func tests(_ name: String, uses dependencies: [String], resources: [Resource] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: names([name, "TestSupport"] + dependencies), path: "Tests/\(name)Tests",
        resources: resources, swiftSettings: strict)
}

/// What our own tests share and nobody else gets.
func support(_ name: String, uses dependencies: [String] = [], adapters: [String] = []) -> Target {
    .target(
        name: name, dependencies: names(dependencies), path: "Tests/\(name)",
        exclude: adapters.filter { $0 != platform }, swiftSettings: strict)
}

/// A C library of the system, with the package that Debian has it in.
func ground(_ name: String, pkgConfig: String?, debian: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/Ground/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// What each product says of privacy (`docs/reference/privacy.md`).
let privacy = [Resource.copy("Resources/PrivacyInfo.xcprivacy")]

func names(_ list: [String]) -> [Target.Dependency] { list.map { .byName(name: $0) } }

let libraries: [Target] = [
    module("JourneyBase", in: "Base", adapters: ["Apple", "Linux", "Secrets/Apple", "Secrets/Linux"]),
    module(
        "JourneyCrypto", in: "Base", uses: ["JourneyBase"], ground: ["COpenSSL"],
        adapters: ["Apple", "Linux", "Primitives/Apple", "Primitives/Linux", "Identities/Linux"]),
    module("JourneyCBOR", in: "Base", uses: ["JourneyBase", "JourneyCrypto"]),
    module("JourneyWire", in: "Base", uses: ["JourneyBase"]),
    module(
        "JourneyDevice", in: "Device", uses: ["JourneyBase", "JourneyCrypto", "JourneyWire"],
        ground: ["CCurl", "COpenSSL", "CSystem"],
        adapters: ["Apple", "Linux"]),
    module("JourneyScreens", in: "Device", uses: ["JourneyBase"], adapters: ["Apple"]),
    module(
        "JourneyWeb", in: "Device", uses: ["JourneyBase", "JourneyCrypto", "JourneyWire"], ground: ["CWebKitGTK"],
        adapters: ["Apple", "Linux"],
        resources: ["journey-bridge.js", "journey-bridge.d.ts", "journey-relay.js"].map { .copy("Resources/\($0)") }),
    module("JourneyLanguage", in: "Systems", uses: ["JourneyBase", "JourneyCrypto", "JourneyWire"]),
    module(
        "HSBCPartnerSDK", in: "Systems",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyWire", "JourneyDevice", "JourneyScreens", "JourneyWeb",
            "JourneyLanguage",
        ],
        adapters: ["Apple", "Linux"], resources: privacy),
    // The data files of currencies, countries and national profiles.
    module(
        "PaymentQR", in: "Systems", uses: ["JourneyBase"],
        resources: privacy + [.copy("Resources/codes.json"), .copy("Resources/profiles")]),
    module(
        "MobileDocument", in: "Systems", uses: ["JourneyBase", "JourneyCrypto", "JourneyCBOR"], ground: ["CQrencode"],
        adapters: ["Apple", "Linux"]),
    module(
        "CredentialSharing", in: "Systems",
        uses: ["JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyDevice", "JourneyScreens", "MobileDocument"],
        adapters: ["Apple", "Linux"], resources: privacy),
    module(
        "WalletPass", in: "Systems", uses: ["JourneyBase", "JourneyWire", "JourneyCrypto"], ground: ["CZlib"],
        adapters: ["Apple", "Linux"]),
    module(
        "ProntoWalletSDK", in: "Systems", uses: ["JourneyBase", "JourneyWire", "JourneyDevice", "WalletPass"],
        adapters: ["Apple", "Linux"], resources: privacy),
    module(
        "CashBaba", in: "Systems",
        uses: ["JourneyBase", "JourneyCrypto", "JourneyWire", "JourneyDevice", "JourneyScreens"],
        adapters: ["Apple", "Linux"], resources: privacy),
    module(
        "CardDetailsSDK", in: "Systems",
        uses: ["JourneyBase", "JourneyWire", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "JourneyWeb"],
        adapters: ["Apple", "Linux"], resources: privacy),
]

/// The services behind the products: what a partner deploys, and what stands for others in tests, on every platform.
let services: [Target] = [
    module(
        "JourneyServer", in: "Service", uses: ["JourneyBase", "JourneyCrypto", "JourneyWire"],
        ground: ["CNghttp2", "COpenSSL", "CPostgreSQL", "CSystem"], everywhere: ["CSQLite"],
        adapters: ["Apple", "Linux", "Threads/Apple", "Threads/Linux"]),
    module(
        "JourneyGateway", in: "Service",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyWire", "JourneyLanguage", "WalletPass",
            "JourneyServer",
        ],
        adapters: ["Linux"],
        // The page of the card proxy serves the bridge's own library, from the module that owns it.
        resources: [
            .copy("Resources/card"), .copy("Resources/passes"),
            .copy("../../Device/JourneyWeb/Resources/journey-bridge.js"),
        ]),
    module(
        "SandboxServices", in: "Tools",
        uses: ["JourneyBase", "JourneyCrypto", "JourneyWire", "JourneyLanguage", "JourneyServer"],
        resources: [.copy("Resources/vault")]),
]

/// For hosts' tests as for ours, a product each: no part of an app.
let testing: [Target] = [
    module(
        "JourneyTesting", in: "Tools", uses: ["JourneyBase", "JourneyCrypto", "JourneyScreens", "JourneyWeb"]),
    module(
        "HSBCPartnerTesting", in: "Tools",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyWire", "JourneyLanguage", "HSBCPartnerSDK", "JourneyServer",
            "JourneyGateway",
            "SandboxServices", "JourneyTesting",
        ]),
    module(
        "CredentialSharingTesting", in: "Tools",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyDevice", "JourneyScreens", "MobileDocument",
            "CredentialSharing", "JourneyTesting",
        ]),
    module(
        "ProntoWalletTesting", in: "Tools",
        uses: [
            "JourneyBase", "JourneyWire", "JourneyCrypto", "WalletPass", "ProntoWalletSDK", "JourneyServer",
            "JourneyGateway",
            "JourneyTesting",
        ]),
    module(
        "CashBabaTesting", in: "Tools",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyWire", "JourneyScreens", "CashBaba", "JourneyServer",
            "SandboxServices",
            "JourneyTesting",
        ]),
    module(
        "CardDetailsTesting", in: "Tools",
        uses: [
            "JourneyBase", "JourneyWire", "JourneyCrypto", "JourneyScreens", "JourneyWeb", "CardDetailsSDK",
            "JourneyServer",
            "JourneyGateway", "SandboxServices", "JourneyTesting",
        ]),
]

let tools: [Target] = [
    module(
        "JourneySandbox", in: "Tools",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyWire", "JourneyLanguage", "WalletPass", "JourneyServer",
            "JourneyGateway",
            "SandboxServices",
        ],
        resources: [
            .copy("Resources/bank"), .copy("Resources/journeys"), .copy("Resources/passes"), .copy("Resources/draft"),
            // The pages serve the bridge's own library, from the module that owns it; drafts of sources have its types too.
            .copy("../../Device/JourneyWeb/Resources/journey-bridge.js"),
            .copy("../../Device/JourneyWeb/Resources/journey-bridge.d.ts"),
        ]),
    module("JourneyCLI", in: "Tools", uses: ["JourneyBase"]),
    module(
        "JourneyHarness", in: "Tools", uses: ["JourneyBase", "JourneyWire", "JourneyCLI"], ground: ["CSystem"],
        adapters: ["Linux"],
        resources: [.copy("Resources/radio"), .copy("Resources/apns"), .copy("Resources/page")]),
    module(
        "JourneyTrace", in: "Tools",
        uses: ["JourneyBase", "JourneyCrypto", "JourneyLanguage", "WalletPass", "JourneyCLI", "JourneyHarness"],
        resources: [.copy("Resources/page")]),
    module(
        "JourneyGatewayTool", in: "Tools",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyWire", "JourneyDevice", "JourneyGateway", "JourneyCLI",
            "JourneyHarness",
        ]),
    module(
        "JourneyDocumentTool", in: "Tools",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyDevice", "JourneyScreens", "PaymentQR",
            "MobileDocument", "CredentialSharing", "JourneyCLI", "JourneyHarness",
        ], ground: ["CPNG", "CZbar"]),
    module(
        "JourneyWalletTool", in: "Tools",
        uses: [
            "JourneyBase", "JourneyWire", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "JourneyLanguage",
            "CashBaba",
            "JourneyCLI", "JourneyHarness",
        ]),
    module(
        "JourneyPassTool", in: "Tools",
        uses: [
            "JourneyBase", "JourneyWire", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "WalletPass",
            "ProntoWalletSDK",
            "JourneyCLI", "JourneyHarness",
        ], ground: ["CPNG", "CZint"]),
    module(
        "JourneyOpenAPITool", in: "Tools",
        uses: ["JourneyBase", "JourneyCrypto", "JourneyLanguage", "JourneySandbox", "JourneyCLI"],
        ground: ["CYAML"]),
    module(
        "JourneyScreensTool", in: "Tools",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "CashBaba", "CardDetailsSDK",
            "CredentialSharing", "HSBCPartnerSDK", "JourneyTesting", "CashBabaTesting", "CardDetailsTesting",
            "CredentialSharingTesting",
        ]),
    command("journey-gateway", uses: ["JourneyBase", "JourneyCLI", "JourneyGatewayTool"]),
    command(
        "journey",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "JourneyLanguage", "JourneyServer",
            "JourneySandbox", "SandboxServices",
            "WalletPass", "JourneyCLI", "JourneyHarness", "JourneyTrace", "JourneyGatewayTool", "JourneyDocumentTool",
            "JourneyWalletTool", "JourneyPassTool", "JourneyOpenAPITool",
        ]),
    command(
        "journey-web",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "JourneyWeb",
            "JourneyLanguage", "CardDetailsSDK", "HSBCPartnerSDK", "JourneyCLI", "JourneyHarness", "JourneyTrace",
            "JourneyDocumentTool", "JourneyWalletTool", "JourneyPassTool", "JourneyScreensTool",
        ]),
    command(
        "journey-bench",
        uses: [
            "JourneyBase", "JourneyWire", "JourneyCrypto", "JourneyDevice", "JourneyWeb", "JourneyLanguage",
            "JourneyServer",
            "JourneyCBOR", "MobileDocument", "CredentialSharing", "HSBCPartnerSDK", "JourneyGateway", "WalletPass",
            "JourneySandbox", "JourneyCLI", "JourneyHarness",
            "CAllocations", "CCBOR",
            "COpenSSL", "CCurl", "CSQLite",
        ]),
]

let testTargets: [Target] = [
    support("TestSupport", uses: ["JourneyBase"] + (platform == "Linux" ? ["CSystem"] : []), adapters: ["Linux"]),
    // A person's licence, for journeys that ask for it.
    support(
        "LicenceSupport",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyDevice", "JourneyTesting", "MobileDocument",
            "CredentialSharing", "TestSupport",
        ]),
    // Bytes from others: run from their seeds by `make test`, at length by `make fuzz`.
    support(
        "FuzzTargets",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyLanguage", "JourneyServer", "MobileDocument",
            "CredentialSharing", "WalletPass", "PaymentQR",
        ]),
    tests("FuzzTargets", uses: []),
    tests("JourneyBase", uses: ["JourneyTesting"]),
    tests("JourneyCrypto", uses: ["JourneyBase", "JourneyTesting", "COpenSSL"]),
    tests("JourneyCBOR", uses: ["JourneyBase", "JourneyCrypto"]),
    tests("JourneyWire", uses: ["JourneyBase"]),
    tests("PaymentQR", uses: ["JourneyBase"]),
    tests("MobileDocument", uses: ["JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyTesting"]),
    tests(
        "CredentialSharing",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyDevice", "JourneyScreens", "MobileDocument",
            "JourneyTesting", "JourneyHarness",
        ]),
    tests("WalletPass", uses: ["JourneyBase", "JourneyCrypto"]),
    tests("ProntoWalletSDK", uses: ["JourneyBase", "JourneyDevice", "JourneyTesting", "WalletPass"]),
    tests(
        "CashBaba",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyWire", "JourneyDevice", "JourneyScreens", "JourneyTesting",
            "JourneyHarness",
        ]),
    tests(
        "CardDetailsSDK",
        uses: [
            "JourneyBase", "JourneyWire", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "JourneyWeb",
            "JourneyTesting",
            "JourneyServer", "JourneyGateway", "JourneySandbox", "SandboxServices",
        ]),
    tests(
        "JourneyDevice", uses: ["JourneyBase", "JourneyCrypto", "JourneyTesting", "JourneyHarness", "COpenSSL"]),
    tests("JourneyScreens", uses: ["JourneyBase", "JourneyTesting"]),
    tests(
        "JourneyWeb",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "JourneyServer", "JourneyTesting",
            "JourneyHarness", "CWebKitGTK",
        ],
        resources: [.copy("Fixtures")]),
    tests("JourneyLanguage", uses: ["JourneyBase", "JourneyCrypto", "JourneyTesting"]),
    tests(
        "HSBCPartnerSDK",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "JourneyWeb", "JourneyLanguage",
            "JourneyServer", "JourneyGateway", "JourneyTesting", "MobileDocument", "CredentialSharing",
            "LicenceSupport", "CashBaba", "HSBCPartnerTesting", "JourneyOpenAPITool",
        ]),
    tests(
        "JourneyServer",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyHarness", "JourneyTesting", "CNghttp2", "COpenSSL", "CSQLite",
        ],
        resources: [.copy("Chaos/clients.py")]),
    tests(
        "JourneyGateway",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyCBOR", "JourneyWire", "JourneyDevice", "JourneyLanguage",
            "JourneyServer",
            "WalletPass", "ProntoWalletSDK", "HSBCPartnerSDK", "JourneyWeb", "JourneyTesting", "JourneyCLI",
            "JourneyHarness", "JourneyGatewayTool", "journey-gateway",
        ]),
    tests(
        "JourneySandbox",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyLanguage", "JourneyServer", "JourneyGateway",
            "JourneyScreens", "JourneyWeb", "JourneyTesting", "JourneyHarness", "CashBaba", "WalletPass", "CWebKitGTK",
            "CardDetailsSDK", "SandboxServices",
        ],
        resources: [.copy("Journeys/Manifests")]),
    tests("JourneyTesting", uses: ["JourneyBase", "JourneyScreens", "JourneyWeb"]),
    // As a host writes them.
    tests(
        "HSBCPartnerTesting", uses: ["JourneyBase", "JourneyTesting", "HSBCPartnerSDK"]),
    tests(
        "CredentialSharingTesting", uses: ["JourneyScreens", "JourneyTesting", "CredentialSharing", "MobileDocument"]),
    tests(
        "ProntoWalletTesting", uses: ["JourneyBase", "JourneyTesting", "ProntoWalletSDK"]),
    tests(
        "CashBabaTesting", uses: ["JourneyBase", "JourneyScreens", "JourneyTesting", "CashBaba"]),
    tests(
        "CardDetailsTesting", uses: ["JourneyBase", "JourneyScreens", "JourneyTesting", "CardDetailsSDK"]),
    tests("JourneyCLI", uses: ["JourneyBase", "JourneyTesting"]),
    tests(
        "JourneyDocumentTool",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyCBOR", "PaymentQR", "MobileDocument", "CredentialSharing",
            "JourneyCLI", "JourneyHarness", "CPNG",
        ]),
    tests(
        "JourneyWalletTool",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyServer", "JourneySandbox", "SandboxServices",
            "CashBaba",
            "JourneyCLI", "JourneyHarness", "JourneyTesting",
        ]),
    tests(
        "JourneyPassTool",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyServer", "JourneyGateway", "JourneySandbox",
            "SandboxServices",
            "JourneyCLI", "JourneyHarness", "JourneyTesting", "WalletPass", "ProntoWalletSDK", "CZbar",
        ]),
    tests("JourneyHarness", uses: ["JourneyBase", "JourneyCLI"]),
    tests(
        "JourneyTrace",
        uses: [
            "JourneyBase", "JourneyCrypto", "JourneyLanguage", "JourneyWeb", "JourneySandbox", "JourneyCLI",
            "JourneyHarness",
            "WalletPass",
        ]),
    tests(
        "JourneyOpenAPITool",
        uses: ["JourneyBase", "JourneyCrypto", "JourneyLanguage", "JourneySandbox", "JourneyCLI"]),
    // The benchmark's own program, which counts.
    .testTarget(
        name: "BenchTests", dependencies: names(["JourneyBase", "TestSupport"]), path: "Tests/BenchTests",
        swiftSettings: strict),
    // The documentation's samples, compiled as a host would compile them: public names alone.
    .testTarget(
        name: "DocumentationTests",
        dependencies: names([
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyScreens", "JourneyLanguage", "HSBCPartnerSDK",
            "MobileDocument", "CredentialSharing", "CardDetailsSDK", "CashBaba", "WalletPass", "ProntoWalletSDK",
            "JourneyTesting", "HSBCPartnerTesting", "CredentialSharingTesting", "ProntoWalletTesting",
            "CashBabaTesting", "CardDetailsTesting", "JourneyServer", "JourneyGateway",
        ]),
        path: "Tests/DocumentationTests", exclude: ["Manifest"], packageAccess: false,
        // As new Xcode projects have it; `MemberImportVisibility` is among ours.
        swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    // What the products show, in each language, drawn by the real engine.
    .testTarget(
        name: "ProductScreensTests",
        dependencies: names([
            "JourneyBase", "JourneyScreens", "JourneyWeb", "JourneyScreensTool", "HSBCPartnerSDK",
        ]),
        path: "Tests/ProductScreensTests", swiftSettings: strict),
    // The house: dependencies as ARCHITECTURE.md lists them.
    .testTarget(name: "HouseTests", path: "Tests/HouseTests", swiftSettings: strict),
    // Real engine, real servers, one journey from end to end.
    .testTarget(
        name: "EndToEndTests",
        dependencies: names([
            "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyWeb", "JourneyLanguage", "HSBCPartnerSDK",
            "JourneyServer", "JourneyGateway", "JourneySandbox", "SandboxServices", "JourneyTesting", "JourneyHarness",
            "MobileDocument",
            "CredentialSharing", "CashBaba", "WalletPass", "ProntoWalletSDK", "JourneyPassTool", "JourneyTrace",
            "LicenceSupport", "TestSupport",
        ]),
        path: "Tests/EndToEndTests", swiftSettings: strict),
]

let grounds: [Target] = [
    .target(name: "CSystem", path: "Sources/Ground/CSystem"),
    .target(name: "CAllocations", path: "Sources/Ground/CAllocations"),
    ground("COpenSSL", pkgConfig: "openssl", debian: "libssl-dev"),
    ground("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
    ground("CPostgreSQL", pkgConfig: "libpq", debian: "libpq-dev"),
    // Apple's systems bring it; there, pkg-config would find another one.
    ground("CSQLite", pkgConfig: platform == "Linux" ? "sqlite3" : nil, debian: "libsqlite3-dev"),
    ground("CNghttp2", pkgConfig: "libnghttp2", debian: "libnghttp2-dev"),
    ground("CCBOR", pkgConfig: "libcbor", debian: "libcbor-dev"),
    ground("CQrencode", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
    ground("CPNG", pkgConfig: "libpng", debian: "libpng-dev"),
    ground("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
    ground("CZbar", pkgConfig: "zbar", debian: "libzbar-dev"),
    ground("CYAML", pkgConfig: "yaml-0.1", debian: "libyaml-dev"),
    // Debian's package brings no file for pkg-config.
    ground("CZint", pkgConfig: nil, debian: "libzint-dev"),
    ground("CWebKitGTK", pkgConfig: "webkitgtk-6.0", debian: "libwebkitgtk-6.0-dev"),
]

/// What others build on.
let products: [Product] =
    [
        .library(name: "HSBCPartnerSDK", targets: ["HSBCPartnerSDK", "JourneyScreens"]),
        .library(name: "CredentialSharing", targets: ["CredentialSharing", "MobileDocument", "JourneyScreens"]),
        .library(name: "ProntoWalletSDK", targets: ["ProntoWalletSDK", "WalletPass"]),
        .library(name: "CashBaba", targets: ["CashBaba", "JourneyScreens"]),
        .library(name: "CardDetailsSDK", targets: ["CardDetailsSDK", "JourneyScreens"]),
        .library(name: "PaymentQR", targets: ["PaymentQR"]),
        .library(name: "JourneyTesting", targets: ["JourneyTesting"]),
        .library(name: "HSBCPartnerTesting", targets: ["HSBCPartnerTesting", "JourneyTesting"]),
        .library(name: "CredentialSharingTesting", targets: ["CredentialSharingTesting", "JourneyTesting"]),
        .library(name: "ProntoWalletTesting", targets: ["ProntoWalletTesting", "JourneyTesting"]),
        .library(name: "CashBabaTesting", targets: ["CashBabaTesting", "JourneyTesting"]),
        .library(name: "CardDetailsTesting", targets: ["CardDetailsTesting", "JourneyTesting"]),
    ]
    + (platform == "Linux" ? [.library(name: "JourneyGateway", targets: ["JourneyGateway", "JourneyServer"])] : [])
    + (platform == "Linux" ? ["journey", "journey-web", "journey-gateway", "journey-bench"] : []).map {
        .executable(name: $0, targets: [$0])
    }

/// The modules that an interface is compared of: `scripts/api-diff.sh` sees those alone that a library product is named for.
let compared: [Product] =
    Context.environment["JOURNEY_INTERFACE"] == nil
    ? []
    : libraries.map(\.name).filter { name in !products.contains { $0.name == name } }.map {
        .library(name: $0, targets: [$0])
    }

/// The targets of this list that `names` need, with themselves.
///
/// `JOURNEY_ONLY=JourneyCrypto swift test` builds and runs the tests of that module and leaves the rest of the house
/// alone, which takes a tenth of the time while one works on one floor.
func closure(of names: [String], in targets: [Target]) -> [Target] {
    var wanted = Set(names.flatMap { [$0, "\($0)Tests"] })
    var queue = Array(wanted)
    while let name = queue.popLast() {
        for dependency in targets.first(where: { $0.name == name })?.dependencies ?? [] {
            if case .byNameItem(let needed, _) = dependency, wanted.insert(needed).inserted { queue.append(needed) }
        }
    }
    return targets.filter { wanted.contains($0.name) }
}

/// libFuzzer brings the program's `main`, so this one is only there for whoever asks for it.
let fuzzer: [Target] = [
    .executableTarget(
        name: "FuzzRunner", dependencies: names(["FuzzTargets"]), path: "Tests/FuzzRunner",
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
]

/// The tests that use nothing of Linux, and run on macOS as well.
let portableTests = testTargets.filter {
    ["TestSupport", "JourneyLanguageTests"].contains($0.name) || $0.name.hasSuffix("TestingTests")
}

let everything =
    libraries + services + testing
    + (platform == "Linux" ? grounds + tools + testTargets : grounds.filter { $0.name == "CSQLite" } + portableTests)
let only = Context.environment["JOURNEY_ONLY"]?.split(separator: ",").map(String.init)

/// The current release of the systems and the two before it.
let platforms: [SupportedPlatform] = [.iOS(.v18), .macOS(.v15)]

/// The package that the folder of a binary framework's module holds (`scripts/lib/frameworks.sh` lays them out, one beside
/// the other). A dynamic library takes in the code of every module of its own package that it stands on: two frameworks of
/// one package would each bring a `JourneyBase`, and an error that one throws would be none that the other catches.
@MainActor func framework(_ name: String) -> Package {
    let targets = (platform == "Linux" ? grounds : []) + libraries
    guard let module = targets.first(where: { $0.name == name }) else { return Package(name: name) }
    let needed = module.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
    module.dependencies = needed.map { .product(name: $0, package: $0) }
    return Package(
        name: name, defaultLocalization: "en", platforms: platforms,
        products: [.library(name: name, type: module.type == .system ? nil : .dynamic, targets: [name])],
        dependencies: needed.map { .package(path: "../\($0)") }, targets: [module])
}

let package =
    Context.environment["JOURNEY_FRAMEWORKS"] == nil
    ? Package(
        name: "JourneyKit",
        defaultLocalization: "en",
        platforms: platforms,
        products: (only == nil ? products : []) + compared,
        targets: only.map { closure(of: $0, in: everything + fuzzer) } ?? everything
    )
    : framework(Context.packageDirectory.split(separator: "/").last.map(String.init) ?? "")
