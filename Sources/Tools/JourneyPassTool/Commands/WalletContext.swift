import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyScreens
import JourneyWire
import WalletPass

/// The wallet folder, trusted authorities and network, shared by the wallet commands.
struct WalletContext {
    let folder: WalletFolder
    let trust: Trust
    let network: WalletNetwork
    /// The pass service of the running sandbox; `nil` when there is none.
    let sandbox: SandboxPasses?

    static let options = [
        Option(
            .wallet, "w", value: .directory, help: "Where the wallet is kept",
            defaultText: "wallet in $JOURNEY_HOME, or .journey/wallet"),
        Option(
            .trust, "t", value: .file, help: "A trusted authority for passes, PEM or DER",
            defaultText: "the sandbox's, or the stand-in of journey dev certs", isRepeated: true),
        Option(.intermediate, value: .file, help: "A certificate missing from the chain of passes", isRepeated: true),
        Option(
            .authority, value: .file, help: "The trusted authority of web servers, PEM",
            defaultText: "the sandbox's, or the system's"),
        Option(
            .sandbox, "s", value: .file, help: "What journey serve --json printed",
            defaultText: "the sandbox that runs"),
        DefaultLocations.stateOption, Option(.withParent, help: "Stop when standard input ends"),
    ]

    /// Runs `body` to its end, or until the command is interrupted; with `--with-parent`, also until standard input ends.
    static func handled<Value: Sendable>(
        _ invocation: Invocation, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Interruption.handled(withParent: invocation.has(.withParent), body)
    }

    init(_ invocation: Invocation) throws {
        folder = try WalletFolder(
            DefaultLocations.absolute(invocation.value(.wallet) ?? DefaultLocations.home + "/wallet"))
        sandbox = try SandboxPasses(invocation)
        if invocation.values(.trust).isEmpty, let anchor = sandbox?.anchor {
            trust = Trust(
                anchors: [anchor],
                intermediates: try invocation.values(.intermediate).flatMap { try PassFile.certificates($0) })
        } else {
            trust = try Trust(invocation)
        }
        if let file = invocation.value(.authority) {
            let text = String(decoding: try PassFile.read(file, limit: 1 << 20, as: .trusted), as: UTF8.self)
            network = WalletNetwork(TLSTrust(authorities: [text]))
        } else {
            network = WalletNetwork(.system, sandbox: sandbox.map { TLSTrust(authorities: [$0.authorityPEM]) })
        }
    }

    /// Returns the wallet with a confirmation sheet on this terminal; with `isYes`, it confirms automatically.
    func wallet(isYes: Bool, _ output: RunOutput) -> SandboxWalletApp {
        SandboxWalletApp(
            folder: folder, verifier: trust.verifier, transport: network,
            confirm: { sheet in isYes ? true : await WalletSheet.ask(sheet) },
            report: { step in WalletStepText.report(step, output) })
    }

    /// Returns the pass that `word` identifies: the beginning of its id, or its serial number.
    func pass(_ word: String) async throws -> InstalledPass {
        let all = try await folder.passes(trust.verifier)
        let found = all.filter { $0.serialNumber == word }
        let matches = found.isEmpty ? all.filter { $0.id.hasPrefix(word.lowercased()) } : found
        guard matches.count == 1, let pass = matches.first else {
            throw CommandError(
                .badInput, code: ErrorCode.walletPassUnknown.rawValue,
                matches.isEmpty
                    ? "The wallet has no pass ‘\(word)’; journey wallet list names them."
                    : "Several pass ids begin with ‘\(word)’; give more of the id.")
        }
        return pass
    }
}

/// The device's sheet on this terminal.
enum WalletSheet {
    static func ask(_ sheet: SandboxWalletApp.Sheet) async -> Bool {
        let presenter = TerminalPresenter(language: .english)
        let text =
            "\(CleanText.of("\(sheet.issuer) (\(sheet.relyingParty))")) wants to add a pass. The pass is bound to your account there."
            + (sheet.isStandIn ? "\n\n\(Chain.standInNote)" : "")
        let answer = await presenter.ask(
            Screen(
                id: "add-to-wallet", title: "Add to Wallet", text: text,
                actions: [.init(id: "add", label: "Add"), .init(id: "cancel", label: "Cancel", role: .cancel)]))
        await presenter.dismiss()
        return answer.action == "add"
    }
}

/// The wallet's steps, as text and as JSON.
enum WalletStepText {
    static func report(_ step: SandboxWalletApp.Step, _ output: RunOutput) {
        // Most of the text comes from the issuer.
        func event(_ name: String, _ members: [String: JSONValue], _ words: String) {
            output.event(name, members, CleanText.of(words))
        }
        switch step {
        case .believed(let sheet):
            event(
                "believed",
                [
                    "issuer": .string(sheet.issuer), "relyingParty": .string(sheet.relyingParty),
                    "passTypeIdentifier": .string(sheet.passTypeIdentifier), "standIn": .bool(sheet.isStandIn),
                ], "verified \(sheet.issuer), for \(sheet.passTypeIdentifier)")
        case .signed(let hash, let isNew):
            event(
                "signed", [SignedBinding.hash: .string(hash), "newKey": .bool(isNew)],
                isNew ? "created a key for the account and signed with it" : "signed with the account's key")
        case .posted(let host):
            event("posted", ["host": .string(host)], "\(host) accepted the signature and issued a pass")
        case .stored(let id, let serial, let isNew):
            event(
                "kept", ["id": .string(id), "serialNumber": .string(serial), "new": .bool(isNew)],
                isNew ? "added the pass to the wallet: \(id)" : "replaced the older pass: \(id)")
        case .notBindable(let id, let reason):
            event(
                "notBindable", ["id": .string(id), "reason": .string(reason)],
                "warning: a device can't bind \(id): \(reason)")
        case .registered(let host):
            event("registered", ["host": .string(host)], "\(host) will send updates")
        case .notRegistered(let reason):
            event("notRegistered", ["reason": .string(reason)], "added the pass, but it won't be updated: \(reason)")
        }
    }
}
