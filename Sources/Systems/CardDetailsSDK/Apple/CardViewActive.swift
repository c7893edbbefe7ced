#if canImport(UIKit)
public import JourneyBase
internal import JourneyScreens
public import SwiftUI

/// The user's card, always visible in the app and masked. “Show” opens the flow full screen.
public struct CardViewActive: View {
    private let details: CardDetails
    private let ended: @MainActor (CardDetailsOutcome) -> Void
    @State private var isShown = false

    /// Creates the view of the masked card.
    ///
    /// - Parameters:
    ///   - details: The card.
    ///   - ended: Called with the outcome of each viewing.
    public init(_ details: CardDetails, ended: @escaping @MainActor (CardDetailsOutcome) -> Void = { _ in }) {
        self.details = details
        self.ended = ended
    }

    public var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            switch details.preview.state {
            case .loading: ProgressView()
            case .known(let summary): face(summary)
            case .failed(let issue): failed(issue)
            }
            Button(details.screens.language(CardPhrase.showCard)) { isShown = true }
        }
        .environment(\.layoutDirection, details.screens.language.isRightToLeft ? .rightToLeft : .leftToRight)
        .task { await details.load() }
        .fullScreenCover(isPresented: $isShown) {
            CardDetailsWebView(details) { outcome in
                isShown = false
                ended(outcome)
            }
        }
    }

    /// The reason why there is no card, with a button to try again.
    @ViewBuilder private func failed(_ issue: CardIssue) -> some View {
        let language = details.screens.language
        Text(verbatim: language(CardPhrase.issue(issue)))
        if details.preview.canRetry { Button(language(.tryAgain)) { Task { await details.load() } } }
    }

    /// The card in its own design: everything printed on it except the number.
    private func face(_ card: CardSummary) -> some View {
        let design = card.design ?? .standard
        return VStack(alignment: .leading, spacing: 12) {
            Text(verbatim: design.name).font(.headline)
            Text(verbatim: "•••• •••• •••• \(card.lastFour)").font(.title3).monospacedDigit()
                .environment(\.layoutDirection, .leftToRight)
            HStack {
                Text(verbatim: card.holder).font(.footnote)
                Spacer()
                Text(verbatim: card.expiry).font(.footnote).monospacedDigit()
            }
        }
        .foregroundStyle(CardViewActive.color(design.text))
        .padding(20)
        .background(CardViewActive.color(design.background), in: RoundedRectangle(cornerRadius: 16))
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(words(card))
    }

    private func words(_ card: CardSummary) -> String {
        let language = details.screens.language
        return [
            language(.cardEnding(card.lastFour)), "\(language(.cardHolder)): \(language.isolated(card.holder))",
            "\(language(.cardExpiry)): \(language.isolated(card.expiry))",
        ].joined(separator: language.listSeparator)
    }

    private static func color(_ color: Theme.Color) -> Color {
        Color(red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255)
    }
}
#endif
