import Foundation
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyHarness
import JourneyWire
import ProntoWalletSDK
import WalletPass

extension PassCommands {
    static let walletAdd = Command(
        "add", summary: "adds a pass: from a service, a link, an address or a file",
        discussion: [
            "WHAT is the address of an issuer's service (or of its issuer_data call), which is asked for the pass of --tag with"
                + " the token in --token-file; a link to wallet.apple.com/securePassSession; the address of a .pkpass; or a file."
                + " Without it, the sandbox that runs is asked for its first tag.",
            "The sheet stands on this terminal; with --yes nobody is asked. Of several passes all are added or none. Status 0:"
                + " it is in the wallet. 1: closed or stopped, or the service could not be reached. 3: refused, with the"
                + " reason's code.",
        ],
        arguments: [
            Argument(.what, kind: .text("URL|LINK|FILE"), help: "where the pass comes from", isOptional: true)
        ],
        options: [
            Option(.tag, value: .text("ID"), help: "Whose pass, at a service"),
            Option(
                .idAttribute, value: .choice(TagIdAttribute.allCases.map(\.rawValue)), help: "By which of its names",
                defaultText: TagIdAttribute.referenceId.rawValue),
            Option(
                .tokenFile, value: .file, help: "The service's token: the first line of a file that only you can read"),
            Option(.yes, "y", help: "Add it without asking"),
        ] + WalletContext.options,
        examples: [
            .init("journey wallet add --tag TICKET-002 --yes", "From the sandbox that runs."),
            .init(
                "journey wallet add https://passes.example.com --tag TICKET-001 --token-file token.txt --trust root.pem",
                "From a service of your own."),
            .init("journey wallet add 'https://wallet.apple.com/securePassSession#…&…'", "From a link."),
        ]
    ) { invocation in
        let place = try WalletContext(invocation)
        let output = RunOutput(terminal: invocation.terminal)
        let kept = InstalledPassIDs()
        let isYes = invocation.has(.yes)
        let base = place.wallet(isYes: isYes, output)
        let wallet = SandboxWalletApp(
            folder: base.folder, verifier: base.verifier, transport: base.transport, confirm: base.confirm,
            report: { step in
                kept.record(step)
                base.report(step)
            })
        do {
            try await WalletContext.handled(invocation) { try await add(invocation, place, wallet, kept) }
        } catch is CancellationError {
            output.result(
                "cancelled", kept.members,
                kept.ids.isEmpty
                    ? "Nothing was added." : "Stopped. In the wallet all the same: \(kept.ids.joined(separator: ", "))")
            return .failed
        }
        output.result("completed", kept.members, kept.ids.map { "\($0)  added" }.joined(separator: "\n"))
        return .done
    }

    private static func add(
        _ invocation: Invocation, _ place: WalletContext, _ wallet: SandboxWalletApp, _ kept: InstalledPassIDs
    ) async throws {
        guard let what = invocation.argument(.what) else {
            guard let sandbox = place.sandbox else {
                throw CommandError.badInput(
                    .sandboxMissing,
                    "No sandbox with passes runs; start one with journey serve, or say where the pass comes from.")
            }
            return try await provision(
                invocation, at: sandbox.address, token: try sandbox.apiToken(), sandbox, wallet, kept)
        }
        if what.hasPrefix("https://wallet.apple.com/securePassSession") {
            guard let session = SecurePassSession(link: what) else {
                throw CommandError.badInput(
                    .linkInvalid, "The link does not have two base64 parts, separated by &, after its #.")
            }
            return try await wallet.present(issuerData: session.issuerData, signature: session.signature)
        }
        guard what.contains("://") else {
            return try await wallet.add(PassArchive.passes(in: PassFile.read(what), what))
        }
        guard let url = HTTPSURL(what) else {
            throw CommandError.badInput(.addressInvalid, "‘\(what)’ is not an https URL.")
        }
        if invocation.value(.tag) != nil {
            let token: String
            if let file = invocation.value(.tokenFile) {
                token = try BoundedFile.secret(file).withBytes { String(decoding: $0, as: UTF8.self) }
            } else if let sandbox = place.sandbox, sandbox.address.origin == url.origin {
                token = try sandbox.apiToken()
            } else {
                throw CommandError.usage("--token-file is missing: the service requires a token.")
            }
            return try await provision(invocation, at: url, token: token, nil, wallet, kept)
        }
        try await wallet.add(
            Download.passes(HTTPRequest(method: .get, url: url), over: wallet.transport))
    }

    /// Adds a pass as an app does: the SDK asks the service, the wallet presents the sheet, and the service reports the outcome.
    private static func provision(
        _ invocation: Invocation, at service: HTTPSURL, token: String, _ sandbox: SandboxPasses?,
        _ wallet: SandboxWalletApp, _ kept: InstalledPassIDs
    ) async throws {
        guard let tag = invocation.value(.tag) ?? sandbox?.tags.first else {
            throw CommandError.usage("--tag is missing: name the tag of the pass.")
        }
        let call = PassContract.issuerData.path
        let text = "\(service)"
        guard let base = URL(string: text.hasSuffix(call) ? String(text.dropLast(call.count)) : text) else {
            throw CommandError.badInput(.addressInvalid, "‘\(text)’ is not a valid URL.")
        }
        let transport = wallet.transport
        let pronto = ProntoWallet { transport }
        pronto.configure(with: ProntoConfiguration(apiKey: token, environment: .custom(base)))
        let outcome: ProvisioningOutcome
        do throws(ProvisioningError) {
            outcome = try await pronto.provisionPass(
                tagId: tag, idAttribute: invocation.value(.idAttribute).flatMap(TagIdAttribute.init) ?? .referenceId,
                on: wallet)
        } catch { throw failure(error) }
        guard outcome == .completed else { throw CancellationError() }
        // The service reports what it has sent, which may not have arrived.
        guard !kept.ids.isEmpty else {
            throw CommandError(
                .failed, code: ErrorCode.walletPassLost.rawValue,
                "The service has bound the pass and sent it, but it is not in this wallet: add it again.")
        }
    }

    private static func failure(_ error: ProvisioningError) -> any Error {
        switch error {
        case .passKitError(let error), .networkError(let error): error
        case .serverError(let status, let message):
            CommandError(
                status < 500 ? .refused : .failed, code: "SERVICE_\(status)",
                "The service answered \(status)\(message.map { ": \($0)" } ?? ".")")
        case .invalidResponse:
            CommandError.failed(.serviceResponse, "The service's response is not signed binding data.")
        case .notConfigured, .walletNotAvailable:
            CommandError.badInput(.addressInvalid, "The service's address or token cannot be used.")
        }
    }
}
