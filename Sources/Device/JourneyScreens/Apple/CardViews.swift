#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// The face of a payment card. Its layout is a card's in every language.
struct CardView: View {
    let card: Screen.Card
    let language: Language
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.medium.points) {
            if let art = card.art { PNGView(png: art) }
            HStack {
                Text(verbatim: card.name).font(look.font(.heading))
                Spacer()
                if card.isFrozen { Text(verbatim: language(.cardFrozen)).font(look.font(.caption)) }
            }
            Spacer()
            Text(verbatim: card.maskedNumber).font(look.font(.digits)).monospacedDigit()
            HStack {
                Text(verbatim: card.holder ?? "").font(look.font(.label))
                Spacer()
                Text(verbatim: card.expiry ?? "").font(look.font(.label)).monospacedDigit()
            }
        }
        .environment(\.layoutDirection, .leftToRight)
        .foregroundStyle(look.onAccent(of: .card))
        .padding(Theme.Space.large.points)
        .frame(maxWidth: 352, minHeight: 200)
        .background(look.accent(of: .card), in: look.shape(.large, of: .card))
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

/// The face of a pass.
struct PassView: View {
    let pass: Screen.Pass
    let presenter: SwiftUIPresenter
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.regular.points) {
            Text(verbatim: pass.issuer).font(look.font(.heading)).foregroundStyle(look.onAccent(of: .pass))
                .padding(Theme.Space.medium.points)
                .frame(maxWidth: .infinity, alignment: .leading)
                .background(look.accent(of: .pass), in: look.shape(.medium))
            Text(verbatim: pass.title).font(look.font(.heading)).foregroundStyle(look.text)
                .accessibilityAddTraits(.isHeader)
            DetailRows(rows: pass.fields, look: look)
            if let code = pass.code { CodePanelView(code: code, presenter: presenter, look: look) }
        }
        .padding(Theme.Space.regular.points)
        .overlay { look.shape(.large, of: .pass).stroke(look.separator) }
    }
}
#endif
