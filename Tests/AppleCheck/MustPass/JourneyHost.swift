// What a host of journeys writes with UIKit, and after its process had died. DocsJourney.swift has SwiftUI.
import HSBCPartnerSDK
import UIKit

@MainActor
enum OlderHost {
    static func send(
        from controller: UIViewController, token: Secret, done: @escaping @MainActor (JourneyResult) -> Void
    ) {
        HSBCPartnerSdk.startJourney(
            from: controller, params: JourneyStartParams(journeyId: "money-transfer", contextToken: token),
            completion: done)
    }

    /// Erases everything after `KEY_UNUSABLE`. No host can be created then, and none is needed.
    static func startAnew() async throws {
        guard try await !HSBCPartnerSdk.storedItems().isEmpty else { return }
        try await HSBCPartnerSdk.eraseAll()
    }

    /// Erases the key after `ENROLMENT_CHANGED`. The next key must be registered with the bank separately.
    static func forgetApprovalKey() async throws { try await HSBCPartnerSdk.eraseApprovalKey() }

    static func goOn(from controller: UIViewController, token: Secret) async throws -> JourneyResult? {
        guard let left = try await HSBCPartnerSdk.unfinishedJourneys().first else { return nil }
        return await HSBCPartnerSdk.startJourney(
            from: controller,
            params: JourneyStartParams(
                journeyId: left.journeyId, contextToken: token, resumeToken: left.resumeToken))
    }
}
