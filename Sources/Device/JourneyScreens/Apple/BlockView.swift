#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// One block of a screen's body.
struct BlockView: View {
    let block: Screen.Block
    let presenter: SwiftUIPresenter
    let look: SwiftUITheme

    private var language: Language { presenter.language }

    var body: some View {
        switch block {
        case .text(let text): Text(verbatim: text).font(look.font(.body)).foregroundStyle(look.secondaryText)
        case .notice(let notice): self.notice(notice)
        case .picture(let picture): PictureView(picture: picture)
        case .countdown(let countdown): self.countdown(countdown)
        case .progress(let progress): self.progress(progress)
        case .card(let card): CardView(card: card, language: language, look: look)
        }
    }

    private func notice(_ notice: Screen.Notice) -> some View {
        let (symbol, word, color): (String, Phrase, Color) =
            switch notice.severity {
            case .info: ("info.circle", .information, look.accent)
            case .success: ("checkmark.circle", .success, look.success)
            case .warning: ("exclamationmark.triangle", .warning, look.warning)
            case .error: ("xmark.octagon", .error, look.danger)
            }
        return Label {
            Text(verbatim: notice.text).font(look.font(.body)).foregroundStyle(look.text)
        } icon: {
            Image(systemName: symbol).foregroundStyle(color)
        }
        .padding(12)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(look.surface, in: look.shape)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("\(language(word)): \(notice.text)")
    }

    private func countdown(_ countdown: Screen.Countdown) -> some View {
        let left = countdown.secondsLeft(at: presenter.dependencies.now())
        let words = countdown.label.map { "\($0) \(language.clock(left))" } ?? language(.timeLeft(seconds: left))
        return Text(verbatim: left == 0 ? language(.timeIsUp) : words)
            .font(look.font(.body)).monospacedDigit().foregroundStyle(look.text)
            .accessibilityLabel(left == 0 ? language(.timeIsUp) : language(.timeLeft(seconds: left)))
            .accessibilityAddTraits(.updatesFrequently)
    }

    private func progress(_ progress: Screen.Progress) -> some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(verbatim: progress.label ?? language(.pleaseWait)).font(look.font(.body)).foregroundStyle(look.text)
            if let fraction = progress.fraction { ProgressView(value: fraction) } else { ProgressView() }
        }
        .tint(look.accent)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(progress.label ?? language(.pleaseWait))
        .accessibilityValue(progress.percent.map { language(.percentDone($0)) } ?? "")
        .accessibilityAddTraits(.updatesFrequently)
    }
}

/// A masked card.
struct CardView: View {
    let card: Screen.Card
    let language: Language
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            if let art = card.art { PNGView(png: art) }
            HStack {
                Text(verbatim: card.name).font(look.font(.headline))
                Spacer()
                if card.isFrozen { Text(verbatim: language(.cardFrozen)).font(look.font(.footnote)) }
            }
            // A card's number reads from left to right in every language.
            Text(verbatim: card.maskedNumber).font(look.font(.title3)).monospacedDigit()
                .environment(\.layoutDirection, .leftToRight)
            HStack {
                Text(verbatim: card.holder ?? "").font(look.font(.footnote))
                Spacer()
                Text(verbatim: card.expiry ?? "").font(look.font(.footnote)).monospacedDigit()
            }
        }
        .foregroundStyle(look.onAccent)
        .padding(20)
        .background(look.accent, in: look.shape)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(words)
    }

    private var words: String {
        var words = [card.name, language(.cardEnding(card.lastFour))]
        if let holder = card.holder { words.append("\(language(.cardHolder)): \(holder)") }
        if let expiry = card.expiry { words.append("\(language(.cardExpiry)): \(expiry)") }
        if card.isFrozen { words.append(language(.cardFrozen)) }
        return words.joined(separator: language.listSeparator)
    }
}
#endif
