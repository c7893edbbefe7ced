// What a host of journeys writes, with SwiftUI and with UIKit; and after its process had died.
import HSBCPartnerSDK
import JourneyBase
import SwiftUI
import UIKit

struct SendMoney: View {
    let token: Secret
    @State private var isPresented = false
    @State private var sentence = ""

    var body: some View {
        Button("Send money") { isPresented = true }
            .journey(
                isPresented: $isPresented, params: JourneyStartParams(journeyId: "money-transfer", contextToken: token)
            ) { result in
                sentence =
                    switch result {
                    case .completed: "Sent."
                    case .pending: "The bank has still to say."
                    case .cancelled: ""
                    case .failed(let code, _, _): code
                    }
            }
    }
}

@MainActor
enum OlderHost {
    static func send(
        from controller: UIViewController, token: Secret, done: @escaping @MainActor (JourneyResult) -> Void
    ) {
        HSBCPartnerSdk.startJourney(
            from: controller, params: JourneyStartParams(journeyId: "money-transfer", contextToken: token),
            completion: done)
    }

    static func goOn(from controller: UIViewController, token: Secret) async throws -> JourneyResult? {
        guard let left = try await HSBCPartnerSdk.unfinishedJourneys().first else { return nil }
        return await HSBCPartnerSdk.startJourney(
            from: controller,
            params: JourneyStartParams(
                journeyId: left.journeyId, contextToken: token, resumeToken: left.resumeToken))
    }
}
