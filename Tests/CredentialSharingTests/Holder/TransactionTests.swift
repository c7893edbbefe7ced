import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct TransactionTests {
    private let asked = ["family_name", "age_over_18", "portrait"]

    @Test(arguments: [Set([BluetoothMode.peripheralServer]), [.centralClient], [.peripheralServer, .centralClient]])
    func `a whole transaction in both modes gives the reader exactly the allowed elements, verified`(
        modes: Set<BluetoothMode>
    ) async throws {
        let stage = try await HolderFixture(settings: HolderSettings(modes: modes))
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let answer = try await reader.ask(HolderFixture.request(asked))
        #expect(answer.statuses == [.termination] && answer.end == .finished && answer.responses.count == 1)
        let report = try stage.report(try #require(answer.responses.first), by: reader, asked)
        #expect(report.documents.count == 1 && !report.hasFailure)
        guard case .success(let response) = await end.value else {
            Issue.record("no success: \(await end.value)")
            return
        }
        #expect(Array(response.item.encoded) == answer.responses[0])
        #expect(stage.person.screen("sharing-result")?.title == "Sent Successfully")
        #expect(stage.wallet.uses == ["one"])
        stage.expectNothingLeft()
        await stage.close()
    }
}
