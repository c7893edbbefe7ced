import Foundation
import Testing

/// The cheap part of `make walk`: what the articles show is a package for each product, and its manifest loads.
@Suite("Following the documentation", .serialized)
struct WalkTests {
    /// Runs a program without what the environment says about this package's own build.
    private func run(_ program: String, _ arguments: [String], to output: URL) async throws -> Int32 {
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let file = try FileHandle(forWritingTo: output)
        defer { try? file.close() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["-u", "JOURNEY_ONLY", "-u", "JOURNEY_FRAMEWORKS", program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file
        process.standardError = file
        // Waiting for it here would hold a thread that other tests go on with.
        return try await withCheckedThrowingContinuation { ended in
            process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
    }

    @Test(
        "a package made only from an article's blocks has a source, a test and a loadable manifest",
        arguments: ["HSBCPartnerSDK", "CredentialSharing", "CardDetailsSDK", "CashBaba", "ProntoWalletSDK"])
    func assembles(product: String) async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(UUID().uuidString)")
        let app = place.appendingPathComponent("YourApp")
        defer { try? FileManager.default.removeItem(at: place) }
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let output = place.appendingPathComponent("output")
        func said() -> String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
        let script = Article.root.appendingPathComponent("scripts/walk.sh").path
        let status = try await run(script, ["--assemble", product, app.path], to: output)
        try #require(status == 0, "\(said())")
        let described = try await run("swift", ["package", "describe", "--package-path", app.path], to: output)
        #expect(described == 0 && said().contains("Name: YourAppTests"), "\(said())")
        let testing = product.replacing("SDK", with: "") + "Testing"
        for (folder, imported) in [("Sources/YourApp", product), ("Tests/YourAppTests", testing)] {
            let files = try FileManager.default.contentsOfDirectory(atPath: app.appendingPathComponent(folder).path)
            let texts = try files.map {
                try String(contentsOf: app.appendingPathComponent("\(folder)/\($0)"), encoding: .utf8)
            }
            #expect(!texts.isEmpty && texts.contains { $0.contains("import \(imported)\n") }, "\(folder)")
            // Nothing is in it that no article shows.
            let articles = try Article.all().flatMap { $0.blocks("swift") }
            for text in texts {
                let left = articles.reduce(text) { $0.replacing($1, with: "") }
                let isShown = left.allSatisfy(\.isWhitespace)
                #expect(isShown, "\(left)")
            }
        }
    }

    @Test("an unknown product is refused")
    func unknown() async throws {
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let script = Article.root.appendingPathComponent("scripts/walk.sh").path
        for words in [["--assemble", "Nothing", output.path + "-app"], ["--assemble", "CashBaba"], ["--all"]] {
            let status = try await run(script, words, to: output)
            #expect(status == 2, "\(words)")
        }
        #expect(!FileManager.default.fileExists(atPath: output.path + "-app"))
    }
}
