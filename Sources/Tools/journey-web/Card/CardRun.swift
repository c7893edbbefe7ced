import CardDetailsSDK
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyWeb
import Synchronization

/// The web engines of one viewing, for screenshots.
final class CardWindows: Sendable {
    private let state = Mutex((isUsed: false, visible: WebKitContainer?.none))

    /// `true` after a web engine was started.
    var isUsed: Bool { state.withLock(\.isUsed) }
    /// The page in which the issuer's frames are rendered.
    var card: WebKitContainer? { state.withLock(\.visible) }

    func record(_ container: WebKitContainer, _ place: CardPageVisibility) {
        state.withLock { $0 = (true, place == .visible ? container : $0.visible) }
    }
}

/// One viewing of one card through the SDK, as in an app.
struct CardRun: Sendable {
    let files: CardFiles
    let presenter: any Presenter
    let pages: CardWindows
    let trace: MessageTrace?
    let output: RunOutput
    let visibility: Duration
    /// The folder of the device's encrypted items.
    let store: String

    func run() async throws -> CardDetailsOutcome {
        let configuration = try CardDetailsConfiguration(
            gateway: files.gateway, vault: files.vault, visibility: visibility)
        var dependencies = Dependencies.system
        dependencies.log = Log { [output] entry in
            var members: [String: JSONValue] = ["text": .string(entry.sentence)]
            for (field, value) in entry.fields { members[field.rawValue] = .string(value) }
            output.event("log", members, nil)
        }
        var host = try await CardDetailsHost.linux(
            directory: store, trust: files.trust, presenter: presenter, dependencies: dependencies,
            shown: { [pages] in pages.record($0, $1) }, userToken: { [files] in try await files.userToken() })
        if let trace {
            host.makeContainer = { [make = host.makeContainer] policy, place in
                TracedContainer(base: try await make(policy, place), place: place, trace: trace)
            }
        }
        return await CardDetailsFlow(configuration, host: host).run(files.card, of: files.user)
    }

    /// Reports the outcome; `pictures` is the folder of the screenshots.
    func report(_ outcome: CardDetailsOutcome, pictures: String) -> CommandStatus {
        let style = output.terminal.style
        switch outcome {
        case .completed(let viewing), .pending(let viewing):
            output.result(
                "done", ["end": .string(viewing.end.rawValue), "isFrozen": .bool(viewing.isFrozen)],
                "\(style.green("The card was shown and is hidden again."))\n  screenshots \(pictures)")
            return .done
        case .cancelled:
            output.result("cancelled", [:], style.yellow("Cancelled: the card was not shown."))
            return .failed
        case .failed(let error):
            output.result(
                "failed", ["code": .string(error.code.rawValue), "message": .string(error.message)],
                "\(style.red(error.message)) \(style.code(error.code.rawValue))")
            return CardRun.broken.contains(error.code) ? .failed : CommandError(error).status
        }
    }

    /// Failures that are not refusals.
    private static let broken: Set<ErrorCode> = [
        .issuerDown, .issuerTimeout, .scriptMissing, .consentFailed, .renderFailed,
    ]
}
