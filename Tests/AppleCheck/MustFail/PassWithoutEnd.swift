// must fail: missing argument for parameter 'ended' in call
// Who asks for a pass has to hear whether it was added.
import ProntoWalletSDK
import SwiftUI

struct Sample: View {
    @State private var tag: String?

    var body: some View { Text(verbatim: "").addPass($tag) }
}
