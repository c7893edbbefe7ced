import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness

extension PassCommands {
    static let walletUpdate = Command(
        "update", summary: "asks the passes' services for changes, and stores them",
        discussion: [
            "Without PASS it asks as a device does when it was pushed to: first what has changed, then each of those passes."
                + " With PASS it asks for that one, as when a person pulls it down.",
            "Status 0: asked, whether or not something has changed. 1: a service could not be asked. 3: one was wrong,"
                + " or another command has the wallet, for which --wait waits.",
        ],
        arguments: [Argument(.pass, kind: .text("ID"), help: "its id or serial number", isOptional: true)],
        options: WalletContext.options + [
            Option(
                .wait, value: .integer(1...86_400),
                help: "Where nothing has changed, wait so many seconds for a push (journey serve --pushes)")
        ],
        examples: [
            .init("journey wallet update --json", "What has changed, field by field."),
            .init("journey wallet update --wait 60", "The same, as soon as a push comes."),
        ]
    ) { invocation in
        let place = try WalletContext(invocation)
        let output = RunOutput(terminal: invocation.terminal)
        let wallet = place.wallet(isYes: true, output)
        let word = invocation.argument(.pass)
        let pass: String? = if let word { try await place.pass(word).id } else { nil }
        let inbox = try await inbox(invocation, place, wallet)
        let (changes, failures) = try await WalletContext.handled(invocation) {
            guard let inbox else { return try await wallet.update(only: pass) }
            return try await inbox.pushes.update(within: inbox.patience) { try await wallet.update(only: pass) }
        }
        for (pass, error) in failures {
            output.event(
                "failure",
                ["id": .string(pass.id), "code": .string(error.code.rawValue), "message": .string(error.message)],
                "\(pass.id): \(CleanText.of(error.message)) \(invocation.terminal.style.code(error.code.rawValue))")
        }
        let list = changes.map { change -> JSONValue in
            [
                "id": .string(change.id), "serialNumber": .string(change.serialNumber),
                "voided": .bool(change.isVoided),
                "fields": .array(
                    change.fields.map {
                        [
                            "key": .string($0.key), "label": .string($0.label),
                            "old": $0.old.map { .string($0) } ?? .null,
                            "new": $0.new.map { .string($0) } ?? .null,
                            "message": $0.message.map { .string($0) } ?? .null,
                        ]
                    }),
            ]
        }
        output.result(
            failures.isEmpty ? "completed" : "failed", ["changes": .array(list)],
            changes.isEmpty ? "Nothing has changed." : changes.map(text).joined(separator: "\n"))
        return failures.map { CommandError($0.1).status }.max { $0.rawValue < $1.rawValue } ?? .done
    }

    /// Returns the source of pushes and the waiting time, when waiting is requested.
    private static func inbox(
        _ invocation: Invocation, _ place: WalletContext, _ wallet: SandboxWalletApp
    ) async throws -> (pushes: PushInbox, patience: Duration)? {
        guard let seconds = invocation.integer(.wait) else { return nil }
        guard let service = place.sandbox?.pushes else {
            throw CommandError.badInput(
                .sandboxInvalid, "The sandbox sends no pushes: start it with journey serve --pushes.")
        }
        let device = try await wallet.folder.device(wallet.dependencies.random)
        let inbox = PushInbox(
            service: service, device: device, transport: wallet.transport, clock: wallet.dependencies.clock)
        return (inbox, .seconds(seconds))
    }

    /// Returns the change in a device's wording: the field's change message, or its old and new value.
    private static func text(_ change: PassChange) -> String {
        let lines = change.fields.map { field in
            CleanText.of(
                field.message
                    ?? "\(field.label.isEmpty ? field.key : field.label): \(field.old ?? "–") → \(field.new ?? "–")")
        }
        return "\(change.id)  \(CleanText.of(change.organization))" + (change.isVoided ? "  is void now" : "")
            + lines.map { "\n  \($0)" }.joined()
    }
}
