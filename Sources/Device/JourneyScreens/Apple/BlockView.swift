#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// One block of a screen's body.
struct BlockView: View {
    let block: Screen.Block
    let presenter: SwiftUIPresenter
    let look: SwiftUITheme

    private var language: Language { presenter.language }

    var body: some View {
        switch block {
        case .text(let text): Text(verbatim: text).font(look.font(.body)).foregroundStyle(look.secondaryText)
        case .points(let points): PointsView(points: points, look: look)
        case .notice(let notice): BannerView(notice: notice, language: language, look: look)
        case .amount(let amount): AmountView(amount: amount, look: look)
        case .details(let details): DetailsView(details: details, look: look)
        case .outcome(let outcome): OutcomeView(outcome: outcome, look: look)
        case .code(let code): CodePanelView(code: code, presenter: presenter, look: look)
        case .picture(let picture): PictureView(picture: picture)
        case .document(let document): DocumentView(document: document, language: language, look: look)
        case .card(let card): CardView(card: card, language: language, look: look)
        case .pass(let pass): PassView(pass: pass, presenter: presenter, look: look)
        case .countdown(let countdown): CountdownView(countdown: countdown, presenter: presenter, look: look)
        case .progress(let progress): WorkView(progress: progress, presenter: presenter, look: look)
        case .empty(let text):
            EmptyStateView(text: text, hasSign: presenter.form?.screen.isEmptyPlace != true, look: look)
        }
    }
}

/// Statements under their sentence, each with a mark.
struct PointsView: View {
    let points: Screen.Points
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.tight.points) {
            Text(verbatim: points.heading).font(look.font(.body))
            ForEach(Array(points.items.enumerated()), id: \.offset) { _, item in
                HStack(alignment: .top, spacing: Theme.Space.small.points) {
                    Text(verbatim: "•").accessibilityHidden(true)
                    Text(verbatim: item)
                }
                .font(look.font(.body))
            }
        }
        .foregroundStyle(look.secondaryText)
    }
}

/// A banner: a symbol and a sentence on the pale colour of its severity.
struct BannerView: View {
    let notice: Screen.Notice
    let language: Language
    let look: SwiftUITheme

    var body: some View {
        let (symbol, word, role): (String, Phrase, KeyPath<Theme.Palette, Theme.Color>) =
            switch notice.severity {
            case .info: ("info.circle", .information, \.accent)
            case .success: ("checkmark.circle", .success, \.success)
            case .warning: ("exclamationmark.circle", .warning, \.warning)
            case .error: ("exclamationmark.octagon", .error, \.danger)
            }
        HStack(alignment: .top, spacing: Theme.Space.medium.points) {
            Image(systemName: symbol).foregroundStyle(look.color(of: role))
            Text(verbatim: notice.text).font(look.font(.body)).foregroundStyle(look.text)
        }
        .padding(Theme.Space.medium.points)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(look.tint(role), in: look.shape(.medium))
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("\(language(word)): \(notice.text)")
    }
}

/// An amount of money, the largest text of its screen.
struct AmountView: View {
    let amount: Screen.Amount
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.tight.points) {
            Text(verbatim: amount.label).font(look.font(.label)).foregroundStyle(look.secondaryText)
            Text(verbatim: amount.value).font(look.font(.amount)).monospacedDigit().foregroundStyle(look.text)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(amount.label)
        .accessibilityValue(amount.value)
    }
}

/// A list of facts under its heading.
struct DetailsView: View {
    let details: Screen.Details
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.small.points) {
            if let title = details.title {
                Text(verbatim: title).font(look.font(.heading)).foregroundStyle(look.text)
                    .accessibilityAddTraits(.isHeader)
            }
            DetailRows(rows: details.rows, look: look)
        }
    }
}

/// Facts in rows: names at the leading edge, values at the trailing one.
struct DetailRows: View {
    let rows: [Screen.Detail]
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(Array(rows.enumerated()), id: \.offset) { index, row in
                if index > 0 { Divider() }
                line(row)
            }
        }
        .padding(Theme.Space.regular.points)
        .background(look.fill, in: look.shape(.medium))
    }

    private func line(_ row: Screen.Detail) -> some View {
        HStack(alignment: .top, spacing: Theme.Space.regular.points) {
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: row.label).font(look.font(row.kind == .total ? .heading : .body))
                    .foregroundStyle(row.kind == .text && row.note == nil ? look.secondaryText : look.text)
                if let note = row.note {
                    Text(verbatim: note).font(look.font(.label)).foregroundStyle(look.secondaryText)
                }
            }
            Spacer()
            Text(verbatim: row.value).font(look.font(row.kind == .total ? .heading : .body)).monospacedDigit()
                .foregroundStyle(look.text)
                .multilineTextAlignment(.trailing)
        }
        .padding(Theme.Space.small.points)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(row.line)
    }
}

/// The sentence, the next step and the reference of an outcome; its sign stands above the title.
struct OutcomeView: View {
    let outcome: Screen.Outcome
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.medium.points) {
            Text(verbatim: outcome.text).font(look.font(.body)).foregroundStyle(look.text)
            if let next = outcome.nextStep {
                Text(verbatim: next).font(look.font(.body)).foregroundStyle(look.secondaryText)
            }
            if let reference = outcome.reference { DetailRows(rows: [reference], look: look) }
        }
    }
}

/// The sign of an outcome.
struct OutcomeSign: View {
    let kind: Screen.Outcome.Kind
    let language: Language
    let look: SwiftUITheme

    var body: some View {
        let (symbol, word, role): (String, Phrase, KeyPath<Theme.Palette, Theme.Color>) =
            switch kind {
            case .done: ("checkmark", .success, \.success)
            case .pending: ("clock", .pending, \.warning)
            case .refused: ("xmark", .refused, \.danger)
            case .notSent: ("minus", .nothingSent, \.accent)
            case .cancelled: ("minus", .ended, \.warning)
            }
        Image(systemName: symbol).font(look.font(.title)).foregroundStyle(look.color(of: role))
            .frame(width: Theme.Size.symbol.points, height: Theme.Size.symbol.points)
            .background(look.tint(role), in: Circle())
            .accessibilityLabel(language(word))
    }
}

/// A code for a camera on white paper, with its time and a hint.
struct CodePanelView: View {
    let code: Screen.Code
    let presenter: SwiftUIPresenter
    let look: SwiftUITheme

    var body: some View {
        VStack(spacing: Theme.Space.regular.points) {
            CodeView(modules: code.modules)
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(code.alternative)
            if let countdown = code.countdown {
                CountdownView(countdown: countdown, presenter: presenter, look: look)
            }
            HStack(spacing: Theme.Space.small.points) {
                Image(systemName: "sun.max").accessibilityHidden(true)
                Text(verbatim: presenter.language(.brightness)).font(look.font(.label))
            }
            .foregroundStyle(look.secondaryText)
        }
        .frame(maxWidth: .infinity)
    }
}

/// The time that is left, with its share of the whole where that is known.
struct CountdownView: View {
    let countdown: Screen.Countdown
    let presenter: SwiftUIPresenter
    let look: SwiftUITheme

    var body: some View {
        let (language, now) = (presenter.language, presenter.dependencies.now())
        let left = countdown.secondsLeft(at: now)
        let words = countdown.label.map { "\($0) \(language.clock(left))" } ?? language(.timeLeft(seconds: left))
        let isSoon = left <= Screen.Countdown.warning
        HStack(spacing: Theme.Space.small.points) {
            if let share = countdown.share(at: now) {
                RingView(share: share, look: look, role: isSoon ? \.warning : \.accent)
            } else {
                Image(systemName: "clock").accessibilityHidden(true)
            }
            Text(verbatim: left == 0 ? language(.timeIsUp) : words).font(look.font(.body)).monospacedDigit()
        }
        .foregroundStyle(isSoon ? look.warning : look.secondaryText)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(left == 0 ? language(.timeIsUp) : language(.timeLeft(seconds: left)))
        .accessibilityAddTraits(.updatesFrequently)
    }
}

/// A ring whose coloured part is the share of the time that is left.
struct RingView: View {
    let share: Double
    let look: SwiftUITheme
    let role: KeyPath<Theme.Palette, Theme.Color>

    var body: some View {
        ArcShape(share: 1).stroke(look.separator, lineWidth: 3)
            .overlay { ArcShape(share: share).stroke(look.color(of: role), lineWidth: 3) }
            .frame(width: Theme.Space.large.points, height: Theme.Space.large.points)
            .accessibilityHidden(true)
    }
}

/// An arc that begins at the top and runs clockwise, in every language.
struct ArcShape: Shape {
    /// The share of the circle, 0 to 1.
    let share: Double

    nonisolated func path(in rect: CGRect) -> Path {
        let center = CGPoint(x: rect.midX, y: rect.midY)
        let radius: CGFloat = min(rect.width, rect.height) / 2 - 2
        let end = Angle.degrees(360 * share - 90)
        var path = Path()
        path.addArc(center: center, radius: radius, startAngle: Angle.degrees(-90), endAngle: end, clockwise: false)
        return path
    }
}

/// Work in progress. Without a known share, the sign above the title shows it where there is one, and a label that repeats the
/// title is left out.
struct WorkView: View {
    let progress: Screen.Progress
    let presenter: SwiftUIPresenter
    let look: SwiftUITheme

    private var screen: Screen? { presenter.form?.screen }
    private var label: String? { progress.label == screen?.title ? nil : progress.label }

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.small.points) {
            if let fraction = progress.fraction {
                Text(verbatim: label ?? presenter.language(.pleaseWait)).font(look.font(.body))
                    .foregroundStyle(look.text)
                ProgressView(value: fraction)
            } else if screen?.showsWork == true {
                if let label { Text(verbatim: label).font(look.font(.body)).foregroundStyle(look.secondaryText) }
            } else {
                HStack(spacing: Theme.Space.medium.points) {
                    ProgressView()
                    Text(verbatim: label ?? presenter.language(.pleaseWait)).font(look.font(.body))
                        .foregroundStyle(look.secondaryText)
                }
            }
        }
        .tint(look.accent)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(progress.label ?? presenter.language(.pleaseWait))
        .accessibilityValue(progress.percent.map { presenter.language(.percentDone($0)) } ?? "")
        .accessibilityAddTraits(.updatesFrequently)
    }
}

/// A document: portrait, name and entries.
struct DocumentView: View {
    let document: Screen.Document
    let language: Language
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.regular.points) {
            HStack(spacing: Theme.Space.regular.points) {
                if let portrait = document.portrait { PortraitView(portrait: portrait, language: language, look: look) }
                Text(verbatim: document.title).font(look.font(.heading)).foregroundStyle(look.text)
                    .accessibilityAddTraits(.isHeader)
            }
            DetailRows(rows: document.entries, look: look)
        }
        .padding(Theme.Space.regular.points)
        .overlay { look.shape(.large).stroke(look.separator) }
    }
}

/// A portrait, or the placeholder of one that can't be shown.
struct PortraitView: View {
    let portrait: Screen.Portrait
    let language: Language
    let look: SwiftUITheme

    var body: some View {
        Group {
            if let image = UIImage(data: Data(portrait.bytes)) {
                Image(uiImage: image).resizable().scaledToFit().accessibilityLabel(portrait.alternative)
            } else {
                Image(systemName: "person").font(look.font(.title)).foregroundStyle(look.secondaryText)
                    .accessibilityLabel(language(.portraitMissing))
            }
        }
        .frame(width: 88, height: 110)
        .background(look.fill, in: look.shape(.small))
        .clipShape(look.shape(.small))
    }
}

/// A place without content.
struct EmptyStateView: View {
    let text: String
    let hasSign: Bool
    let look: SwiftUITheme

    var body: some View {
        VStack(spacing: Theme.Space.regular.points) {
            if hasSign { EmptySign(look: look) }
            Text(verbatim: text).font(look.font(.body)).multilineTextAlignment(.center)
        }
        .foregroundStyle(look.secondaryText)
        .frame(maxWidth: .infinity)
    }
}

/// The sign of a place without content.
struct EmptySign: View {
    let look: SwiftUITheme

    var body: some View {
        Image(systemName: "tray").font(look.font(.title)).foregroundStyle(look.secondaryText)
            .frame(width: Theme.Size.symbol.points, height: Theme.Size.symbol.points)
            .background(look.fill, in: Circle())
            .accessibilityHidden(true)
    }
}
#endif
