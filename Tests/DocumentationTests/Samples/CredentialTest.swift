import CredentialSharingTesting
import Foundation
import Testing

@Test("a person over 18 is admitted, and a younger one is not", arguments: [true, false])
func letsIn(isOver: Bool) async throws {
    let sandbox = try DocumentSandbox(time: SandboxTime(.now))
    try await sandbox.issueLicence(agesOver: [18: isOver, 21: isOver])
    let (_, isLetIn) = try await sandbox.share { code in
        await isAdult(code: code, over: sandbox.readerRadio, trust: sandbox.trust)
    }
    #expect(isLetIn == isOver)
}
