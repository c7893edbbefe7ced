import Foundation
import Testing

@Suite("Binary frameworks")
struct FrameworksTests {
    @Test("each module is laid out as its own package that depends on its neighbours")
    func packages() throws {
        try Shell.inScratch { folder in
            let laid = try Shell.functions("lay_out_frameworks \(folder.path); printf '%s\\n' $FRAMEWORKS")
            #expect(laid.status == 0, "\(laid.problem)")
            for module in laid.output.split(separator: "\n") {
                let package = folder.appendingPathComponent(String(module)).path
                let files = try FileManager.default.subpathsOfDirectory(atPath: package)
                #expect(
                    files.contains("Package.swift")
                        && files.contains { $0.hasSuffix(".swift") && $0.hasPrefix("Sources/") })
            }
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("JourneyTesting").path))
            let described = try Shell.functions(
                "find_swift; cd \(folder.path)/JourneyCrypto && swift package dump-package",
                ["JOURNEY_FRAMEWORKS": "1", "JOURNEY_PLATFORM": "Apple"])
            let json = try #require(
                JSONSerialization.jsonObject(with: Data(described.output.utf8)) as? [String: Any],
                "\(described.problem)")
            let targets = try #require(json["targets"] as? [[String: Any]])
            #expect(targets.map { $0["name"] as? String } == ["JourneyCrypto"])
            let needed = (targets[0]["dependencies"] as? [[String: Any]] ?? []).compactMap { $0["product"] as? [Any] }
            #expect(needed.map { $0.first as? String } == ["JourneyBase"])
            let products = try #require(json["products"] as? [[String: Any]])
            let type = products.first?["type"] as? [String: [String]]
            #expect(products.count == 1 && type == ["library": ["dynamic"]])
        }
    }

    @Test(
        "a framework that contains another module's types is detected",
        arguments: [
            ("0001 S _$s11JourneyBase9JSONValueOMn", "JourneyBase\n"),
            // In the form on Linux, where “Journey” is part of the mangled module name.
            ("0001 R $s11JourneyBase0A5ErrorVMn\n0002 R $s13JourneyCrypto3JWKVMn", "JourneyBase\nJourneyCrypto\n"),
            // A type that one module adds to another's type is its own.
            ("0001 S _$s11JourneyBase9JSONValueO8CashBabaE5InnerVMn", ""),
            // Functions over another module's types, conformances, and undefined symbols.
            (
                "0001 T _$s8CashBaba3payyy11JourneyBase9JSONValueOF\n                 U _$s11JourneyBase9JSONValueOMn",
                ""
            ),
            ("", ""),
        ])
    func foreign(symbols: String, modules: String) throws {
        let told = try Shell.functions("find_swift; printf '%s\\n' '\(symbols)' | modules_of_symbols")
        #expect(told.status == 0 && told.output == modules, "\(told.problem)")
    }
}
