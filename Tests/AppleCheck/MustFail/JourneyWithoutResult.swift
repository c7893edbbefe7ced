// must fail: missing argument for parameter 'onResult' in call
// Who presents a journey has to look at how it ended: there may be a payment that nobody has heard of.
import HSBCPartnerSDK
import SwiftUI

struct Sample: View {
    let params: JourneyStartParams
    @State private var isPresented = false

    var body: some View {
        Text(verbatim: "").journey(isPresented: $isPresented, params: params)
    }
}
