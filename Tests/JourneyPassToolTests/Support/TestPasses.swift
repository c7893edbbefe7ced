import Foundation
import JourneyBase
import JourneyCrypto
import JourneySandbox
import WalletPass

@testable import JourneyPassTool

/// The files of passes for tests, from the built-in templates.
enum TestPasses {
    static let names = PassSignerNames(passTypeIdentifier: "pass.com.example.ticket", teamIdentifier: "ABCDE12345")

    /// The files by style, drawn only once because that is slow.
    private static let starters = Dictionary(
        uniqueKeysWithValues: PassStyle.allCases.map {
            ($0, StarterTemplate(style: $0, names: names, organization: "Example").files)
        })

    /// Returns a generic pass's files with changed members of `pass.json`; `nil` removes one.
    static func files(
        _ change: [String: JSONValue?] = [:], style: PassStyle = .generic, values: [String: JSONValue] = [:]
    ) throws -> [String: [UInt8]] {
        let template = StarterTemplate(style: style, names: names, organization: "Example")
        var files = try PassTemplate(files: starters[style] ?? [:]).filled(
            with: (template.values.object ?? [:]).merging(values) { $1 })
        var content = try JSONReader.read(files["pass.json"] ?? []).object ?? [:]
        for (name, value) in change { content[name] = value }
        files["pass.json"] = JSONValue.object(content).compactBytes
        return files
    }

    static func face(
        _ change: [String: JSONValue?] = [:], style: PassStyle = .generic, more: [String: [UInt8]] = [:],
        languages: [String] = ["en"]
    ) throws -> PassFace? {
        PassFace(try files(change, style: style).merging(more) { $1 }, languages: languages, zone: .gmt)
    }
}
