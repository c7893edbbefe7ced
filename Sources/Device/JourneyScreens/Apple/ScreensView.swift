#if canImport(UIKit)
internal import JourneyBase
public import SwiftUI

/// Shows the screens of its presenter; empty while there is none.
///
/// ```swift
/// let presenter = SwiftUIPresenter(language: Language(preferred: Locale.preferredLanguages), theme: theme)
/// // In the host's own view, above everything else:
/// ScreensView(presenter)
/// ```
public struct ScreensView: View {
    private let presenter: SwiftUIPresenter
    @State private var scene = SceneVisibilityModel()

    /// Creates a view of the screens of `presenter`.
    public init(_ presenter: SwiftUIPresenter) { self.presenter = presenter }

    public var body: some View {
        if let form = presenter.form {
            ScreenView(presenter: presenter, form: form, scene: scene)
                // A different screen starts at its top, with its own focus.
                .id(form.screen.id)
                .environment(\.layoutDirection, presenter.language.isRightToLeft ? .rightToLeft : .leftToRight)
                .environment(\.locale, Locale(identifier: presenter.language.tag))
                .interactiveDismissDisabled()
                .background { SceneProbe(scene) }
        }
    }
}

/// One screen, covered while others could see it.
struct ScreenView: View {
    let presenter: SwiftUIPresenter
    let form: ScreenForm
    let scene: SceneVisibilityModel
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.isSceneCaptured) private var isSceneCaptured
    /// The factor of the person's text size.
    @ScaledMetric(relativeTo: .body) private var textScale = 1.0

    private var look: SwiftUITheme { SwiftUITheme(presenter.theme, colorScheme, textScale: textScale) }
    /// `true` while the app switcher's picture could be taken (the scene is not in front), and during recording and mirroring.
    private var isCovered: Bool { form.screen.isPrivate && (isSceneCaptured || !scene.isInFront) }

    var body: some View {
        TimelineView(.periodic(from: presenter.dependencies.now(), by: 1)) { _ in
            ScrollView {
                VStack(alignment: .leading, spacing: 16) {
                    content
                }
                .padding(24)
                .frame(maxWidth: 560, alignment: .leading)
            }
            .defaultScrollAnchor(form.screen.isWaiting ? .center : .top)
            .modifier(PullToRefresh(presenter: presenter, isOffered: form.screen.action(Screen.refresh) != nil))
        }
        .opacity(isCovered ? 0 : 1)
        .accessibilityHidden(isCovered)
        .privacySensitive(form.screen.isPrivate)
        .overlay {
            if isCovered {
                Text(verbatim: presenter.language(.covered)).font(look.font(.headline))
                    .foregroundStyle(look.text)
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(look.background)
        .toolbar { ToolbarItem(placement: .navigation) { barBack } }
        .modifier(SpokenScreen(presenter: presenter, form: form))
    }

    /// The back button, where it is in the bar.
    @ViewBuilder private var barBack: some View {
        if presenter.hasBar, let back = form.screen.actions.first(where: { $0.role == .back }) {
            Button {
                presenter.press(back.id)
            } label: {
                // The system mirrors the symbol in right-to-left languages.
                Image(systemName: "chevron.backward")
            }
            .tint(look.accent)
            .disabled(!presenter.isAsking)
            .accessibilityLabel(back.label)
            .accessibilityIdentifier(back.id)
        }
    }

    /// The actions below the screen.
    private var actions: [Screen.Action] { form.screen.actions.filter { !presenter.hasBar || $0.role != .back } }

    @ViewBuilder private var content: some View {
        if let logo = presenter.theme.logo { PictureView(picture: logo) }
        Text(verbatim: form.screen.title).font(look.font(.title2)).bold().foregroundStyle(look.text)
            .accessibilityAddTraits(.isHeader)
        if let error = form.screen.inlineError { FaultView(text: error, look: look) }
        ForEach(Array(form.screen.body.enumerated()), id: \.offset) { _, block in
            BlockView(block: block, presenter: presenter, look: look)
        }
        ForEach(form.screen.fields, id: \.id) { field in
            FieldView(field: field, presenter: presenter, form: form, look: look)
        }
        if let fault = form.fault, fault.field == nil {
            FaultView(
                text: fault.message(on: form.screen, at: presenter.dependencies.now(), in: presenter.language),
                look: look)
        }
        ForEach(actions, id: \.id) { action in
            ActionView(action: action, presenter: presenter, look: look)
        }
    }
}

/// Presses `Screen.refresh` when the person pulls the screen down, if the screen offers it; it has a button too.
struct PullToRefresh: ViewModifier {
    let presenter: SwiftUIPresenter
    let isOffered: Bool

    func body(content: Content) -> some View {
        if isOffered {
            content.refreshable { await presenter.press(Screen.refresh) }
        } else {
            content
        }
    }
}

/// An error with a text and a symbol, not by colour alone.
struct FaultView: View {
    let text: String
    let look: SwiftUITheme

    var body: some View {
        Label {
            Text(verbatim: text).font(look.font(.body))
        } icon: {
            Image(systemName: "exclamationmark.circle").accessibilityHidden(true)
        }
        .foregroundStyle(look.danger)
    }
}
#endif
