// docs/JourneyKit.docc/GettingStarted.md has these lines; what they name stands in the blocks around them.
// begin
import Foundation
import HSBCPartnerSDK
import SwiftUI

@main
struct YourApp: App {
    init() {
        do { try initializeJourneys() } catch { print(error) }
    }

    var body: some Scene {
        WindowGroup { SendMoney(token: sandboxToken()) }
    }

    /// Returns the sandbox's token from a resource of a development build. A released app asks its backend.
    private func sandboxToken() -> Secret {
        let file = Bundle.main.url(forResource: "context-token", withExtension: nil)
        return Secret(copying: file.flatMap { try? Data(contentsOf: $0) } ?? Data())
    }
}
// end

func initializeJourneys() throws {}

struct SendMoney: View {
    let token: Secret
    var body: some View { Text(verbatim: "") }
}
