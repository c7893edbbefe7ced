import SwiftUI

/// The result, and the log below it.
struct DemoLogView: View {
    let log: DemoLog

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(verbatim: log.result).font(.headline).accessibilityIdentifier("result")
            ScrollView {
                VStack(alignment: .leading, spacing: 4) {
                    ForEach(log.lines) { line in
                        Text(verbatim: line.text).font(.footnote).monospaced()
                    }
                }
            }
            .accessibilityIdentifier("events")
        }
        .padding(16)
    }
}
