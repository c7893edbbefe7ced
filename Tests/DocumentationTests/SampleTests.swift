import Foundation
import JourneyBase
import JourneyLanguage
import Testing

@Suite("Documentation samples")
struct SampleTests {
    /// Files that are compiled as a host would compile them: here, or by `make apple-check`.
    private static func samples() throws -> [(path: String, text: String)] {
        let here = try Article.files(in: "Tests/DocumentationTests/Samples", ending: ".swift")
        let apple = try Article.files(in: "Tests/AppleCheck/MustPass", ending: ".swift")
        return try (here + apple + ["Tests/DocumentationTests/Manifest/Package.swift"]).map {
            ($0, try Article.text($0))
        }
    }

    @Test("each Swift sample is compiled, here or in the Apple check")
    func compiled() throws {
        let samples = try SampleTests.samples()
        var count = 0
        for article in try Article.compiled() {
            for block in article.blocks("swift") {
                count += 1
                let first = block.prefix { $0 != "\n" }
                #expect(
                    samples.contains { $0.text.contains(Article.plain(block)) },
                    "\(article.name): the sample that begins \(first)")
            }
        }
        #expect(count >= 10)
    }

    @Test("each sample file is shown whole in an article")
    func used() throws {
        let articles = try Article.compiled().map { Article.plain($0.text) }
        for (path, text) in try SampleTests.samples() where path.contains("/Docs") || !path.contains("AppleCheck") {
            let shown = Article.shown(of: text).trimmingCharacters(in: .newlines)
            #expect(articles.contains { $0.contains("```swift\n\(shown)\n```") }, "\(path)")
        }
    }

    /// The products that a reader adds, and those for tests.
    private static let productNames: Set<Substring> = [
        "HSBCPartnerSDK", "CredentialSharing", "CardDetailsSDK", "CashBaba", "ProntoWalletSDK", "JourneyGateway",
        "HSBCPartnerTesting", "CredentialSharingTesting", "CardDetailsTesting", "CashBabaTesting",
        "ProntoWalletTesting",
    ]

    @Test("one of our imports is enough for each sample and for an app of each product")
    func oneImport() throws {
        // Both are compiled with `MemberImportVisibility` and main-actor default isolation.
        #expect(try Article.text("Package.swift").contains(".defaultIsolation(MainActor.self)"))
        let check = try Article.text("scripts/apple-check.sh")
        #expect(check.contains("-enable-upcoming-feature MemberImportVisibility -default-isolation MainActor"))
        let system: Set<Substring> = ["Foundation", "SwiftUI", "UIKit", "Testing", "PackageDescription"]
        var apps: Set<Substring> = []
        for (path, text) in try SampleTests.samples() where !path.hasSuffix("SandboxTest.swift") {
            let imports = Set(text.matches(of: /(?:^|\n)import (\w+)/).map(\.output.1)).subtracting(system)
            let isManifest = path.hasSuffix("Package.swift")
            #expect(
                imports.count == (isManifest ? 0 : 1) && imports.isSubset(of: SampleTests.productNames),
                "\(path): \(imports)")
            if text.contains("\n@main\n") { apps.formUnion(imports) }
        }
        #expect(apps.count == 5, "\(apps)")
    }

    @Test("each of the five products has an article with an app sample, one that runs here, and its test")
    func products() throws {
        for (name, product, swiftUI, uiKit, setUp) in [
            ("PartnerSDK", "HSBCPartnerSDK", ".journey(", "startJourney(from: self,", "doc:GettingStarted"),
            (
                "CredentialSharingGuide", "CredentialSharing", "PresentDocumentsView(", ".presentingController",
                ".apple("
            ),
            ("CardDetailsGuide", "CardDetailsSDK", "CardViewActive(", ".present(from: self)", "CardDetails.make("),
            ("CashBabaGuide", "CashBaba", ".cashBaba(", "SDKPresenter.present(", "CashBabaSDK.shared.initialize("),
            ("ProntoWalletGuide", "ProntoWalletSDK", ".addPass(", ", from: self, delegate:", ".configure(with:"),
        ] {
            let text = try Article.text("docs/JourneyKit.docc/\(name).md")
            let blocks = Article.blocks("swift", in: text)
            let testing = product.replacing("SDK", with: "") + "Testing"
            // Both ways into the product, and what has to be called before either.
            func isThere(_ call: String, in framework: String) -> Bool {
                blocks.contains { $0.contains("import \(framework)\n") && $0.contains(call) }
            }
            #expect(isThere(swiftUI, in: "SwiftUI") && isThere(uiKit, in: "UIKit"), "\(name)")
            #expect(isThere(setUp, in: "SwiftUI") || text.contains("<\(setUp)>"), "\(name)")
            #expect(
                blocks.count >= 2
                    && blocks.allSatisfy { block in
                        [product, testing].contains { block.contains("import \($0)\n") } || block.contains("addTicket")
                    })
            // A test of the app's own module, of what the article's sample declares.
            let test = try #require(blocks.first { $0.contains("import Testing\n") }, "\(name)")
            let apple = ["import UIKit", "import SwiftUI"]
            let own = try #require(
                blocks.first { block in
                    block.contains("\nfunc ") && !(["import Testing\n"] + apple).contains { block.contains($0) }
                }, "\(name)")
            let function = try #require(own.firstMatch(of: /\nfunc (\w+)/)).output.1
            #expect(test.contains(Article.ownModule) && test.contains("await \(function)("), "\(name)")
            #expect(blocks.contains { block in apple.contains { block.contains($0) } }, "\(name)")
            #expect(blocks.contains { block in !apple.contains { block.contains($0) } }, "\(name)")
        }
    }

    @Test("Getting started names the dependency's folder and the sandbox's names, ports and files")
    func gettingStarted() throws {
        let text = try Article.text("docs/JourneyKit.docc/GettingStarted.md")
        let manifest = try Article.text("Tests/DocumentationTests/Manifest/Package.swift")
        let folder = try #require(manifest.firstMatch(of: /\.package\(path: "\.\.\/(\w+)"\)/)).output.1
        let packages = manifest.matches(of: /package: "(\w+)"/).map(\.output.1)
        #expect(!packages.isEmpty && packages.allSatisfy { $0 == folder })
        #expect(text.contains("next to your app as `\(folder)`"))
        // What a simulator needs of the sandbox.
        let options = try Article.text("Sources/Tools/JourneySandbox/Server/SandboxOptions.swift")
        let names = options.matches(of: /(?:gateway|bank)Name = "([a-z.]+)"/).map(\.output.1)
        #expect(names.count == 2 && text.contains("echo '127.0.0.1 \(names.joined(separator: " "))'"))
        let ports = Set(text.matches(of: /port (\d+)/).map(\.output.1))
        #expect(ports.count == 2 && ports.allSatisfy { text.contains("-L \($0):127.0.0.1:\($0)") })
        let state = try Article.text("Sources/Tools/JourneySandbox/Development/DevelopmentState.swift")
        let files = text.matches(of: /JourneyKit\/\.journey\/dev\/([a-z.-]+)/).map(\.output.1)
        #expect(
            files.count == 2
                && files.allSatisfy { state.contains("write(\"\($0)\"") || state.contains("token(\"\($0)\"") })
        // The app that vouches for itself in a simulator is the one that the sandbox knows.
        let app = try #require(options.firstMatch(of: /appID = "([\w.]+)"/)).output.1
        let host = try Article.text("Sources/Systems/HSBCPartnerSDK/Apple/JourneyHost+Apple.swift")
        #expect(host.contains("DevelopmentAttestor(store: store, appID: \"\(app)\")"))
    }

    @Test("the specified React Native wrappers call existing SDK functions")
    func wrappers() throws {
        let page = try Article.text("docs/reference/react-native.md")
        let parts = page.split(separator: "\n## ").map(String.init)
        #expect(page.contains("**Not built.**"))
        let passes = try #require(parts.first { $0.hasPrefix("Passes\n") })
        #expect(passes.contains("@pronto/wallet-sdk-react-native"))
        // Each of the SDK's words, under its own name.
        let sdk = "Sources/Systems/ProntoWalletSDK/Public/"
        let outcomes = try Article.text(sdk + "ProvisioningDelegate.swift").matches(of: /\n    case (\w+)\n/)
        for match in outcomes { #expect(passes.contains("\"\(match.output.1)\""), "\(match.output.1)") }
        let errors = try Article.text(sdk + "ProvisioningError.swift").matches(of: /\n    case (\w+)/)
        for match in errors { #expect(passes.contains(".\(match.output.1)"), "\(match.output.1)") }
        let places = try Article.text(sdk + "ProntoEnvironment.swift").matches(of: /\n    case (\w+)/)
        for match in places { #expect(passes.contains("\"\(match.output.1)\""), "\(match.output.1)") }
        let names = try Article.text("Sources/Base/JourneyWire/Passes/TagAttribute.swift").matches(
            of: /case \w+ = "(\w+)"/)
        for match in names { #expect(passes.contains("\"\(match.output.1)\""), "\(match.output.1)") }
        #expect(outcomes.count == 2 && errors.count == 6 && places.count == 5 && names.count == 3)
        // And the calls that each table has are ones of the facade.
        let wallet = try Article.text("Sources/Systems/ProntoWalletSDK/Facade/ProntoWallet.swift")
        #expect(wallet.contains("func configure(with ") && passes.contains("`configure(with:)`"))
        #expect(
            wallet.contains("tagId: String, idAttribute: TagIdAttribute = .referenceId, on wallet:")
                && passes.contains("`provisionPass(tagId:idAttribute:on:)`"))
        let journeys = try #require(parts.first { $0.hasPrefix("Journeys\n") })
        let facade = try Article.files(in: "Sources/Systems/HSBCPartnerSDK", ending: ".swift")
            .filter { $0.contains("/HSBCPartnerSdk") }.map(Article.text).joined()
        for call in ["startJourney", "unfinishedJourneys", "storedItems", "eraseAll", "eraseTelemetry"] {
            #expect(facade.contains("func \(call)(") && journeys.contains("`\(call)("), "\(call)")
        }
        #expect(facade.contains("func initialize(") && journeys.contains("`HSBCPartnerSdk.initialize`"))
    }

    @Test("each JSON sample is strict JSON, and each manifest among them passes lint")
    func json() throws {
        for article in try Article.all() {
            for block in article.blocks("json") {
                let value = try? JSONReader.read(Array(block.utf8))
                #expect(value != nil, "\(article.name): \(block.prefix(60))")
                guard value?["manifestVersion"] != nil else { continue }
                let findings = Lint.check(Array(block.utf8), openAPI: nil).filter { $0.severity == .error }
                #expect(findings.map(\.message) == [], "\(article.name)")
            }
        }
    }

    @Test("every code fence is closed and has a language")
    func fences() throws {
        for article in try Article.all() {
            let fences = article.text.split(separator: "\n").filter { $0.hasPrefix("```") }
            #expect(fences.count.isMultiple(of: 2), "\(article.name)")
            let known = ["```swift", "```sh", "```json", "```js", "```http", "```text"]
            for (index, fence) in fences.enumerated() {
                #expect(
                    index.isMultiple(of: 2) ? known.contains(String(fence)) : fence == "```",
                    "\(article.name): \(fence)")
            }
        }
    }

    @Test("the manifest reference is what the command generates from the schema")
    func reference() throws {
        #expect(
            try Article.text("docs/JourneyKit.docc/ManifestReference.md") == ManifestReference.text(.v12),
            "run: journey schema --reference > docs/JourneyKit.docc/ManifestReference.md")
        #expect(ManifestReference.text(.v11) != ManifestReference.text(.v12))
        for word in [
            "`bridgeEncrypt`", "`errorPolicy`", "`snapshotOn`", "`guardExpr`", "`operationId`", "1 to 86400000",
        ] {
            #expect(ManifestReference.text(.v12).contains(word), "\(word)")
        }
        #expect(!ManifestReference.text(.v11).contains("`bridgeEncrypt`"))
    }
}
