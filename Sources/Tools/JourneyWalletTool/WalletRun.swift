import CashBaba
import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyScreens
import Synchronization

/// One presentation of the SDK on the command line.
struct WalletRun: Sendable {
    private let choice: WalletFlowChoice
    private let invocation: Invocation
    private let drawing: ScreenDrawing.Maker?
    private let service: ServiceChoice
    private let answers: AnswerFile?
    private let language: Language
    private let output: RunOutput

    static let options = [
        Option(.answers, "a", value: .file, help: "Answers to the screens, in a file readable by you only; no prompts"),
        Option(
            .lang, "l", value: .choice(Language.allCases.map(\.tag)), help: "The language of the screens",
            defaultText: "en"),
    ]

    /// Reads the command line. Throws its errors before any call to the service.
    init(_ choice: WalletFlowChoice, _ invocation: Invocation, _ drawing: ScreenDrawing.Maker?) throws {
        self.choice = choice
        self.invocation = invocation
        self.drawing = drawing
        language = Language(preferred: [invocation.value(.lang) ?? "en"])
        answers = try invocation.value(.answers).map { try AnswerFile(path: $0) }
        service = try ServiceChoice(invocation)
        output = RunOutput(terminal: invocation.terminal, isDrawn: answers == nil)
    }

    func run() async throws -> CommandStatus {
        let sdk = CashBabaSDK()
        do throws(SDKError) {
            try sdk.initialize(
                environment: service.environment, languageCode: language.tag, scope: choice.type.scope,
                pemData: Data(service.key), trust: service.trust)
        } catch {
            throw CommandError(.badInput, code: .keyInvalid, "The key for PINs cannot be used. \(error.description)")
        }
        let screens = try await ScreenDrawing.make(drawing, invocation, language)
        let scripted = answers.map {
            AnsweringPresenter(
                $0, language: language, inbox: service.inbox.map { CodeInbox(path: $0, phone: service.phone) },
                drawing: screens, output: output)
        }
        let faces = RequestedFaces(given: choice.faces)
        let presenter = WatchedPresenter(
            base: scripted ?? TerminalPresenter(language: language), telling: output)
        let end = await sdk.end(
            of: choice.arguments(at: service, language: language.tag), on: presenter, faces: faces)
        let result = Result { try report(end ?? .cancelled, scripted, faces) }
        await screens?.close()
        return try result.get()
    }

    /// Reports the end. Throws the error of the answers or the pictures if that ended the flow.
    private func report(
        _ end: CashBabaSDK.End, _ scripted: AnsweringPresenter?, _ faces: RequestedFaces
    ) throws -> CommandStatus {
        if let fault = scripted?.fault { throw fault }
        if faces.wereMissed {
            throw CommandError(
                .badInput, code: .facesMissing,
                "This payment requires a face check. Name two pictures with --faces SMILE BLINK.")
        }
        if let unused = scripted?.unused, !unused.isEmpty, !invocation.terminal.isJSON {
            invocation.terminal.talk("Unused answers: \(unused.joined(separator: ", ")).")
        }
        return WalletReport(output: output, language: language).report(end)
    }
}

/// The pictures named on the command line; records that some were required if there are none.
private final class RequestedFaces: FaceCapture {
    private let given: CommandLineFaces?
    private let asked = Mutex(false)

    init(given: CommandLineFaces?) { self.given = given }

    var wereMissed: Bool { asked.withLock(\.self) }

    func capture(over presenter: any Presenter) async throws -> FacePictures {
        guard let given else {
            asked.withLock { $0 = true }
            throw SDKError.invalidInput("--faces is missing.")
        }
        return try await given.capture(over: presenter)
    }
}
