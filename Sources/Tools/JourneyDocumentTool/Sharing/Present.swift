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
            "present", summary: "presents documents to a reader nearby, over Bluetooth or a local link",
            discussion: [
                "DOCUMENT is a file of journey mdoc issue with its key beside it, or a folder of such files. The code is drawn on"
                    + " the terminal, which also asks for consent; --consent gives it in advance.",
                "Files can be presented any number of times. --store keeps documents sealed, and presents each copy of a batch"
                    + " once; without DOCUMENT, it presents the documents stored before.",
                "Status 0: a reader received the response. 1: cancelled, no reader connected, or the connection was lost."
                    + " 2: invalid input. 3: consent was denied.",
            ],
            arguments: [
                Argument(.document, help: "documents to present, files or folders", isOptional: true, isRepeated: true)
            ],
            options: [
                Option(
                    .consent, value: .text("ITEM"), help: "Consent without asking: all, none, or elements",
                    isRepeated: true),
                Option(.store, value: .directory, help: "Folder that keeps the documents"),
                Option(.png, value: .file, help: "File for a picture of the code"),
                Option(.printAddress, help: "Print the mdoc: address on standard output"),
                Option(
                    .trust, "t", value: .directory, help: "Authorities of readers to trust, PEM or DER",
                    isRepeated: true),
                Option(.mac, help: "Prove by a MAC for this reader only"),
                Option(
                    .mode, value: .choice(["server", "client", "both"]), help: "Bluetooth role of this side",
                    defaultText: "server"),
                Option(
                    .wait, value: .integer(1...3_600), help: "Seconds to wait for a reader",
                    defaultText: "120"),
                Option(
                    .language, value: .choice(Language.allCases.map(\.tag)), help: "Language of the screens",
                    defaultText: "en"),
            ] + RadioChoice.options + (drawing == nil ? [] : [ScreenDrawing.option]),
            examples: [
                .init("journey mdoc present licence.hex", "Presents a licence and asks for consent."),
                .init(
                    "journey mdoc present licence.hex --consent age_over_18 --png code.png --print-address",
                    "For a script: approves one element."),
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
        trust = ReaderTrust(anchors: try invocation.values(.trust).flatMap { try CertificateFiles.anchors($0) })
        language = Language(preferred: [invocation.value(.language) ?? "en"])
        output = RunOutput(terminal: invocation.terminal, isDrawn: consent == nil)
    }

    func run() async throws -> CommandStatus {
        let wallet = try await Wallet(invocation, language)
        defer { wallet.remove() }
        let cards = try await wallet.cards()
        guard !cards.isEmpty else {
            throw CommandError.badInput(
                .documentMissing, "There is no document to present. Give a DOCUMENT, or a --store that contains one.")
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
                output.result(
                    "nothing", members, "The reader requested nothing that could be presented; the response is empty.")
                return .done
            }
            output.result(
                "shared", members,
                style.green("Shared.") + "\n" + shared.map(HolderNarrator.text).joined(separator: "\n"))
            return .done
        case .cancelled(.denied):
            output.result("denied", [:], style.yellow("Nothing was shared: consent was denied."))
            return .refused
        case .cancelled(let reason):
            let words = HolderNarrator.words(reason)
            output.result("cancelled", ["reason": .string(words.code)], style.yellow(words.sentence))
            return .failed
        case .failed(let error):
            output.result(
                "failed", ["code": .string(error.reason.rawValue), "message": .string(error.message)],
                "\(style.red(error.message)) \(style.code(error.reason.rawValue))")
            return error.reason == .noDocument ? .badInput : .failed
        }
    }
}
