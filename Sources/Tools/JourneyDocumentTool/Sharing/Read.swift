import CredentialSharing
import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import MobileDocument

extension DocumentCommand {
    static func read(_ drawing: ScreenDrawing.Maker?) -> Command {
        Command(
            "read", summary: "requests documents from a holder nearby and verifies them",
            discussion: [
                "CODE is the mdoc: address that the holder shows, or a picture of its code (PNG, PGM or PPM). The request"
                    + " is a profile, or a JSON file of one; with --reader the request is signed, and the holder sees the"
                    + " reader's name.",
                "Status 0: everything requested was returned, and every required check passed; the values, such as an age that was"
                    + " not reached, are in the result. 1: cancelled, no holder found, or the connection"
                    + " was lost. 2: invalid input. 3: a check failed, an element is missing, or consent was"
                    + " denied.",
            ],
            arguments: [Argument(.code, help: "an mdoc: address, or a file with it or with a picture of its code")],
            options: [
                Option(
                    .profile, "p", value: .choice(RequestProfile.known.map(\.name)), help: "Requested profile",
                    defaultText: RequestProfile.ageOver18.name),
                Option(.request, value: .file, help: "Custom profile, JSON"),
                ReaderFolder.option,
                Option(
                    .wait, value: .integer(1...3_600), help: "Seconds to search for the holder",
                    defaultText: "60"),
                Option(
                    .language, value: .choice(Language.allCases.map(\.tag)), help: "Language of the screens",
                    defaultText: "en"),
                InputFile.formOption,
            ] + TrustOptions.documents + RadioChoice.options + (drawing == nil ? [] : [ScreenDrawing.option]),
            examples: [
                .init("journey mdoc read mdoc:owBjMS4w… --trust iaca.pem", "Requests proof of age 18."),
                .init(
                    "journey mdoc read code.png -p driving-licence --trust iaca.pem --reader police",
                    "Requests a licence, signed by the reader."),
            ]
        ) { invocation in
            try await Interruption.handled { try await ReadRun(invocation, drawing).run() }
        }
    }
}

/// One transaction of a reader on the command line.
private struct ReadRun {
    let invocation: Invocation
    let drawing: ScreenDrawing.Maker?
    let profile: RequestProfile
    let code: String
    let verifier: DocumentVerifier
    let signer: DeviceRequestDraft.Signer?
    let language: Language
    let output: RunOutput

    init(_ invocation: Invocation, _ drawing: ScreenDrawing.Maker?) throws {
        self.invocation = invocation
        self.drawing = drawing
        code = try EngagementInput.engagement(try invocation.required(.code), invocation).address()
        profile = try ReadRun.profile(invocation)
        verifier = try TrustOptions.verifier(invocation, at: Date())
        signer = try ReaderFolder.signer(invocation)
        language = Language(preferred: [invocation.value(.language) ?? "en"])
        output = RunOutput(terminal: invocation.terminal)
    }

    private static func profile(_ invocation: Invocation) throws -> RequestProfile {
        let name = invocation.value(.profile)
        guard let path = invocation.value(.request) else {
            return RequestProfile.known.first { $0.name == name } ?? .ageOver18
        }
        guard name == nil else {
            throw CommandError.usage("--profile and --request exclude each other. Give one.")
        }
        do { return try RequestProfile(json: try InputFile.json(path)) } catch let fault as RequestProfile.FormatError {
            throw CommandError(.badInput, code: fault.reason.rawValue, "\(path): \(fault.place): \(fault.detail).")
        }
    }

    func run() async throws -> CommandStatus {
        let screens = try await ScreenDrawing.make(drawing, invocation, language)
        let radio = try await RadioChoice(invocation)
        let presenter = screens.map {
            UnattendedPresenter(language: language, consent: .none, output: output, drawing: $0)
        }
        let orchestrator = ReaderOrchestrator(
            transport: BluetoothTransport(radio.radio), verifier: verifier, signer: signer, presenter: presenter,
            settings: ReaderSettings(connect: .seconds(invocation.integer(.wait) ?? 60)))
        let states = await orchestrator.states()
        let telling = Task {
            for await state in states {
                output.event("state", ["state": .string(state.kind.rawValue)], ReaderText.words(state.kind))
                if state.isTerminal { break }
            }
        }
        let end = await orchestrator.startReading(profile, code: code)
        await telling.value
        await radio.close()
        await screens?.close()
        return report(end)
    }

    private func report(_ end: ReaderSessionState) -> CommandStatus {
        let style = invocation.terminal.style
        switch end {
        case .success(let result):
            let text = ReaderText(result)
            output.result(text.outcome, text.members, text.text(style))
            return result.verdict == .verified ? .done : .refused
        case .cancelled(.declined):
            output.result("declined", [:], style.yellow("The holder shared nothing: consent was denied."))
            return .refused
        case .cancelled(let reason):
            output.result(
                "cancelled", ["reason": .string(reason.rawValue)],
                style.yellow(reason == .dropped ? "The connection was lost before the response arrived." : "Cancelled.")
            )
            return .failed
        case .failed(let error):
            output.result(
                "failed", ["code": .string(error.reason.rawValue), "message": .string(error.message)],
                "\(style.red(error.message)) \(style.code(error.reason.rawValue))")
            return [.invalidCode, .noMethod].contains(error.reason) ? .badInput : .failed
        default: return .failed
        }
    }
}
