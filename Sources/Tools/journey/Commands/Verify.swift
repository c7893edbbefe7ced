import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyLanguage
import JourneyOpenAPITool
import JourneySandbox

extension JourneyCommand {
    static let verify: Command = Command(
        "verify", summary: "verifies a manifest as an app does before running it",
        discussion: [
            "Verifies signature, validity period, version and purpose; with --openapi also the bundle's hash, steps, guards and"
                + " operations. The status is 3 if the manifest is refused, 2 if it cannot be read."
        ],
        arguments: [Argument(.manifest, help: "the signed manifest; - reads standard input")],
        options: [
            Option(
                .keys, "k", value: .file, help: "The signed key set to trust", defaultText: "the development key set"),
            Option(
                .anchor, value: .file, help: "The anchor with the root keys of the key set",
                defaultText: "the development anchor"),
            Option(.openapi, value: .file, help: "The manifest's OpenAPI bundle"),
            Option(
                .journey, value: .text("ID"), help: "The expected journey", defaultText: "the manifest's own"),
            Option(
                .leastVersion, value: .choice(["1.1", "1.2", "1.3"]), help: "The minimum manifest version",
                defaultText: "1.1"),
            Option(
                .sdkVersion, value: .text("VERSION"), help: "The version of the SDK that would run it",
                defaultText: JourneyKitVersion.current),
            Option(
                .at, value: .text("TIME"), help: "Verify as of this time, such as 2026-01-31T12:00:00Z",
                defaultText: "now"),
            Support.stateOption,
        ],
        examples: [.init("journey verify signed.json --openapi openapi.json", "Checks everything.")]
    ) { invocation in
        let bytes = try Support.read(try invocation.required(.manifest))
        let verified = try JourneyLoader.verify(bytes, trust: try trust(invocation, manifest: bytes))
        var facts: [(String, JSONValue)] = [
            ("journey", .string(verified.id.rawValue)), ("version", .string(verified.version.rawValue)),
            ("keyId", .string(verified.keyID)), ("hash", .string(Hex.encode(verified.hash))),
            ("openapi", .string("\(verified.openAPIURL)")),
        ]
        if let sequence = verified.sequence { facts.append(("sequence", .number(JSONNumber(sequence)))) }
        if let path = invocation.value(.openapi) {
            let journey = try JourneyLoader.compile(
                verified, openAPI: try Support.openAPI(path, for: bytes, invocation).bytes)
            facts.append(("steps", .number(JSONNumber(Int64(journey.steps.count)))))
        }
        let terminal = invocation.terminal
        terminal.print(
            .object(Dictionary(facts) { $1 }),
            or: facts.map { TextLayout.pad($0.0, to: 9) + ($0.1.string ?? $0.1.compactText) }.joined(separator: "\n"))
        terminal.talk(terminal.style.green("The manifest is valid."))
        return .done
    }

    private static func trust(_ invocation: Invocation, manifest: [UInt8]) throws -> ManifestTrust {
        let now = try invocation.time(.at)
        let keys = try keySet(invocation, now: now)
        // Without --journey, the manifest's own name is used, because only the signature is in question.
        let name = invocation.value(.journey) ?? (try? JSONReader.read(manifest))?["journeyId"]?.string ?? "unknown"
        guard let journey = JourneyID(name) else {
            throw CommandError(
                .badInput, code: ErrorCode.manifestInvalid.rawValue, "‘\(name)’ is not a journey name.")
        }
        return ManifestTrust(
            keys: keys, leastVersion: invocation.value(.leastVersion).flatMap(Journey.Version.init) ?? .v11, now: now,
            sdkVersion: invocation.value(.sdkVersion) ?? JourneyKitVersion.current, journey: journey)
    }

    private static func keySet(_ invocation: Invocation, now: Date) throws -> ManifestKeySet {
        let files = (keys: invocation.value(.keys), anchor: invocation.value(.anchor))
        let state = files.keys == nil || files.anchor == nil ? try Support.state(invocation) : nil
        guard
            let anchor = try files.anchor.map({ try ManifestAnchor(Support.readJSON($0, as: .trusted)) })
                ?? state?.anchor,
            let bytes = try files.keys.map({ try Support.read($0, as: .trusted) }) ?? state?.keySet.document
        else { throw CommandError.usage("No key set and anchor are available; pass --keys and --anchor.") }
        return try ManifestKeySet.verify(bytes, anchor: anchor, now: now)
    }
}
