// must fail: value of type 'EnvironmentValues' has no member 'scenePhase'
// Of SwiftUI's own scenes only: over a host's view controllers it may say “background” for ever, so it has no stub.
import SwiftUI

struct Sample: View {
    @Environment(\.scenePhase) private var phase

    var body: some View { EmptyView() }
}
