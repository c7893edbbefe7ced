import CredentialSharing
import Foundation
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyHarness
import JourneyScreens
import MobileDocument

extension DocumentCommand {
    static func present(_ drawing: ScreenDrawing.Maker?) -> Command {
        Command(
            "present", summary: "shows documents to a reader nearby, over Bluetooth or a link that stands for it",
            discussion: [
                "DOCUMENT is a file of journey mdoc issue, with its key beside it, or a folder of such. The code is drawn on"
                    + " the terminal; the person is asked there what the reader may have, or --consent says it before.",
                "Files are shown as often as you like. In --store they are kept sealed, and each copy of a batch is shown"
                    + " once; without DOCUMENT, what was kept before is shown.",
                "Status 0: a reader took the answer. 1: it did not come to that: stopped, nobody came, the connection went."
                    + " 2: input that cannot be used. 3: the person allowed nothing.",
            ],
            arguments: [
                Argument(.document, help: "documents to show, files or folders", isOptional: true, isRepeated: true)
            ],
            options: [
                Option(
                    .consent, value: .text("ITEM"), help: "What is allowed: all, none, or the items, without asking",
                    isRepeated: true),
                Option(.store, value: .directory, help: "Keep the documents here"),
                Option(.png, value: .file, help: "Where a picture of the code goes"),
                Option(.printAddress, help: "Print the mdoc: address on standard output"),
                Option(
                    .trust, "t", value: .directory, help: "Authorities of readers to know, PEM or DER",
                    isRepeated: true),
                Option(.mac, help: "Prove by a MAC for this reader alone"),
                Option(
                    .mode, value: .choice(["server", "client", "both"]), help: "This side's part in Bluetooth",
                    defaultText: "server"),
                Option(
                    .wait, value: .integer(1...3_600), help: "Seconds until a reader has to be there",
                    defaultText: "120"),
                Option(
                    .language, value: .choice(Language.allCases.map(\.tag)), help: "Of the screens", defaultText: "en"),
            ] + RadioChoice.options + (drawing == nil ? [] : [ScreenDrawing.option]),
            examples: [
                .init("journey mdoc present licence.hex", "Shows a licence, and asks what the reader may have."),
                .init(
                    "journey mdoc present licence.hex --consent age_over_18 --png code.png --print-address",
                    "For a script: allows one item."),
            ]
        ) { invocation in
            try await Interruption.handled { try await PresentRun(invocation, drawing).run() }
        }
    }
}

/// One transaction of a holder on the command line.
private struct PresentRun {
    let invocation: Invocation
    let drawing: ScreenDrawing.Maker?
    let consent: ConsentChoice?
    let settings: HolderSettings
    let trust: ReaderTrust
    let language: Language
    let output: RunOutput

    init(_ invocation: Invocation, _ drawing: ScreenDrawing.Maker?) throws {
        self.invocation = invocation
        self.drawing = drawing
        consent = try ConsentChoice(invocation.values(.consent))
        let modes: [String: Set<BluetoothMode>] = [
            "client": [.centralClient], "both": [.centralClient, .peripheralServer],
        ]
        settings = HolderSettings(
            modes: modes[invocation.value(.mode) ?? ""] ?? [.peripheralServer],
            proof: invocation.has(.mac) ? .mac : .signature, connect: .seconds(invocation.integer(.wait) ?? 120))
        trust = ReaderTrust(anchors: try invocation.values(.trust).flatMap(CertificateFiles.anchors))
        language = Language(preferred: [invocation.value(.language) ?? "en"])
        output = RunOutput(terminal: invocation.terminal, isDrawn: consent == nil)
    }

    func run() async throws -> CommandStatus {
        let wallet = try await Wallet(invocation)
        defer { wallet.remove() }
        let cards = try await wallet.cards()
        guard !cards.isEmpty else {
            throw CommandError.badInput("DOCUMENT_MISSING", "There is no document to show; name one.")
        }
        let screens = try await ScreenDrawing.make(drawing, invocation, language)
        let radio = try await RadioChoice(invocation)
        let end = await present(cards, wallet.store, radio.radio, screens)
        await radio.close()
        await screens?.close()
        return report(end)
    }

    private func present(
        _ cards: [Credential.ID], _ store: CredentialStore, _ radio: any ProximityTransport, _ screens: ScreenDrawing?
    ) async -> PresentationEnd {
        let base: any Presenter =
            consent.map { UnattendedPresenter(language: language, consent: $0, output: output, drawing: screens) }
            ?? TerminalPresenter(language: language)
        let narrator = HolderNarrator(output, invocation)
        let presenter = WatchedPresenter(base: base, shown: narrator.show, answered: narrator.answer)
        let orchestrator = HolderOrchestrator(
            source: store, transport: BluetoothTransport(radio), presenter: presenter, trust: trust,
            settings: settings)
        narrator.watch(orchestrator)
        return await orchestrator.startPresentation(cards)
    }

    private func report(_ end: PresentationEnd) -> CommandStatus {
        let style = invocation.terminal.style
        switch end {
        case .success(let response):
            let shared = response.documents
            let members: [String: JSONValue] = ["documents": .array(shared.map(HolderNarrator.json))]
            guard !shared.isEmpty else {
                output.result("nothing", members, "The reader asked for nothing that could be shown, and was told so.")
                return .done
            }
            output.result(
                "shared", members,
                style.green("Shared.") + "\n" + shared.map(HolderNarrator.text).joined(separator: "\n"))
            return .done
        case .cancelled(.denied):
            output.result("denied", [:], style.yellow("Nothing was shared: it was not allowed."))
            return .refused
        case .cancelled(let reason):
            let words = HolderNarrator.words(reason)
            output.result("cancelled", ["reason": .string(words.code)], style.yellow(words.sentence))
            return .failed
        case .failed(let error):
            output.result(
                "failed", ["code": .string(error.reason.rawValue), "message": .string(error.message)],
                "\(style.red(error.message)) (\(error.reason.rawValue))")
            return error.reason == .noDocument ? .badInput : .failed
        }
    }
}
