import Foundation
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneySandbox

/// The options of the stand-in for the bank of an author's own journey: its pages, and what answers its calls.
enum FakeBankOptions {
    static let all = [
        Option(
            .pages, value: .directory,
            help: "The manifest's pages or their bundle; pages.json beside it has its settings",
            defaultText: "pages in its folder"),
        Option(
            .upstream, value: .text("URL"), help: "Your own server, which answers the manifest's calls over HTTPS",
            defaultText: "the stand-in, by the document"),
        Option(
            .upstreamAuthority, value: .file,
            help: "The certificate of that server's authority, PEM; needed with --upstream"),
        Option(
            .responses, value: .file, help: "Your own responses of operations, which come first"),
    ]

    /// Returns the arguments with which another process has the same stand-in.
    static func arguments(_ invocation: Invocation) -> [String] {
        let upstream = invocation.value(.upstream).map { ["--upstream", $0] } ?? []
        let names: [OptionName] = [.pages, .upstreamAuthority, .responses]
        return upstream
            + names.flatMap { name in
                invocation.value(name).map { ["--\(name.text)", Support.absolute($0)] } ?? []
            }
    }

    /// Creates the journey of a manifest with the bank's own addresses.
    ///
    /// - Parameters:
    ///   - manifest: The manifest's path and content.
    ///   - document: Its OpenAPI document.
    ///   - invocation: The command line.
    /// - Returns: The journey, whose upstream has been asked once.
    /// - Throws: A refusal of the pages, the responses, or the upstream's address and authority.
    static func journey(
        _ manifest: (path: String, value: JSONValue), _ document: JSONValue, _ invocation: Invocation
    ) async throws -> FakeBank.Journey {
        let pages = try PageSettings.find(manifest: manifest.path, pages: invocation.value(.pages))
        var journey = FakeBank.Journey(
            manifest: manifest.value, openAPI: document, pages: pages.folder, pageSettings: pages.settings)
        journey.upstream = try upstream(invocation)
        try await journey.upstream?.check()
        if let path = invocation.value(.responses) {
            journey.responses = try ScriptedResponses(reading: Support.read(path), name: path)
        }
        return journey
    }

    /// Refuses the options for a manifest that needs no stand-in.
    static func requireNone(_ invocation: Invocation) throws {
        for name: OptionName in [.upstream, .upstreamAuthority, .responses] where invocation.value(name) != nil {
            throw CommandError.usage(
                "--\(name.text) needs a manifest file whose addresses belong to your bank, and a sandbox of this command's own."
            )
        }
    }

    private static func upstream(_ invocation: Invocation) throws -> Upstream? {
        guard let text = invocation.value(.upstream) else {
            guard invocation.value(.upstreamAuthority) == nil else {
                throw CommandError.usage("--upstream-authority needs --upstream.")
            }
            return nil
        }
        guard let address = HTTPSURL(text), address.query == nil else {
            throw CommandError.badInput(
                .addressInvalid, "‘\(text)’ is not an https URL without a query, such as https://api.localhost:9443.")
        }
        guard let file = invocation.value(.upstreamAuthority) else {
            throw CommandError.usage("--upstream needs --upstream-authority with the certificate of its authority.")
        }
        let authority = String(decoding: try Support.read(file), as: UTF8.self)
        guard authority.contains("-----BEGIN CERTIFICATE-----") else {
            throw CommandError.badInput(.fileUnreadable, "\(file) has no certificate in PEM.")
        }
        let terminal = invocation.terminal
        return Upstream(address: address, transport: CurlTransport(trust: TLSTrust(authorities: [authority]))) {
            terminal.talk("Upstream: \($0)")
        }
    }
}
