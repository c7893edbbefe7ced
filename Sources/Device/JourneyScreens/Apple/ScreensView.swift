#if canImport(UIKit)
internal import JourneyBase
public import SwiftUI

/// A view of its presenter's screens; empty while there is none.
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
    @Environment(\.colorSchemeContrast) private var contrast
    @Environment(\.isSceneCaptured) private var isSceneCaptured
    /// The factor of the person's text size.
    @ScaledMetric(relativeTo: .body) private var textScale = 1.0
    /// The field with the keyboard.
    @FocusState private var focus: String?

    private var look: SwiftUITheme {
        SwiftUITheme(presenter.theme, colorScheme, isIncreased: contrast == .increased, textScale: textScale)
    }
    /// `true` while the app switcher's picture could be taken (the scene is not in front), and during recording and mirroring.
    private var isCovered: Bool { form.screen.isPrivate && (isSceneCaptured || !scene.isInFront) }

    var body: some View {
        TimelineView(.periodic(from: presenter.dependencies.now(), by: 1)) { _ in
            VStack(alignment: .leading, spacing: 0) {
                header
                middle
                footer
            }
            .frame(maxWidth: Theme.Size.column.points, maxHeight: .infinity)
            .background(look.surface)
        }
        .opacity(isCovered ? 0 : 1)
        .accessibilityHidden(isCovered)
        .privacySensitive(form.screen.isPrivate)
        .overlay {
            if isCovered {
                Text(verbatim: presenter.language(.covered)).font(look.font(.heading))
                    .foregroundStyle(look.text)
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(look.background)
        .modifier(SwipeBack(presenter: presenter, wayOut: form.screen.wayOut))
        .toolbar { ToolbarItem(placement: .navigation) { barBack } }
        .modifier(SpokenScreen(presenter: presenter, form: form))
        .onAppear { focus = form.screen.fields.first { FieldView.isTyped($0) }?.id }
    }

    /// The content, which scrolls. Without anything to type, it stands in the middle of the free space as long as it fits.
    @ViewBuilder private var middle: some View {
        if form.screen.takesTyping {
            scrolling(column)
        } else {
            GeometryReader { space in scrolling(column.frame(minHeight: space.size.height)) }
        }
    }

    private func scrolling(_ content: some View) -> some View {
        ScrollView { content }
            .modifier(PullToRefresh(presenter: presenter, isOffered: form.screen.action(Screen.refresh) != nil))
    }

    private var column: some View {
        let isCentered = form.screen.isBrief
        return VStack(alignment: isCentered ? .center : .leading, spacing: Theme.Space.regular.points) { content }
            .multilineTextAlignment(isCentered ? .center : .leading)
            .padding(Theme.Space.edge.points)
            .frame(maxWidth: .infinity, alignment: isCentered ? .center : .leading)
    }

    /// The back button, where it is in the bar.
    @ViewBuilder private var barBack: some View {
        if presenter.hasBar, let back = form.screen.actions.first(where: { $0.role == .back }) {
            round(back, "chevron.backward")
        }
    }

    private func actions(_ place: Screen.ActionPlace) -> [Screen.Action] {
        form.screen.orderedActions.filter { form.screen.place(of: $0) == place }
    }

    /// A button of the header with a symbol, which the system mirrors in right-to-left languages.
    private func round(_ action: Screen.Action, _ symbol: String) -> some View {
        Button {
            presenter.press(action.id)
        } label: {
            Image(systemName: symbol)
                .frame(minWidth: Theme.Size.target.points, minHeight: Theme.Size.target.points)
        }
        .tint(look.accent)
        .disabled(!presenter.isAsking)
        .accessibilityLabel(action.label)
        .accessibilityIdentifier(action.id)
    }

    /// Back, the brand, and the other ways out.
    private var header: some View {
        HStack(spacing: Theme.Space.small.points) {
            ForEach(actions(.header).filter { $0.role == .back && !presenter.hasBar }, id: \.id) { action in
                round(action, "chevron.backward")
            }
            if let logo = presenter.theme.logo { PictureView(picture: logo).frame(maxHeight: 28) }
            Spacer()
            ForEach(actions(.header).filter { $0.role != .back }, id: \.id) { action in
                if action.id == Screen.refresh {
                    round(action, "arrow.clockwise")
                } else {
                    Button {
                        presenter.press(action.id)
                    } label: {
                        Text(verbatim: action.label).font(look.font(.heading)).foregroundStyle(look.accent)
                            .frame(minHeight: Theme.Size.target.points)
                    }
                    .buttonStyle(.plain)
                    .disabled(!presenter.isAsking)
                    .accessibilityIdentifier(action.id)
                }
            }
        }
        .frame(minHeight: Theme.Size.header.points)
        .padding(Theme.Space.small.points)
    }

    @ViewBuilder private var content: some View {
        if let outcome = form.screen.outcome {
            OutcomeSign(kind: outcome.kind, language: presenter.language, look: look)
        } else if form.screen.showsWork {
            ProgressView().tint(look.accent)
                .frame(width: Theme.Size.symbol.points, height: Theme.Size.symbol.points).accessibilityHidden(true)
        }
        if form.screen.isEmptyPlace { EmptySign(look: look) }
        Text(verbatim: form.screen.title).font(look.font(.title)).foregroundStyle(look.text)
            .accessibilityAddTraits(.isHeader)
        if let error = form.screen.inlineError, form.screen.fields.isEmpty { FaultView(text: error, look: look) }
        ForEach(Array(form.screen.body.enumerated()), id: \.offset) { _, block in
            BlockView(block: block, presenter: presenter, look: look)
        }
        if let error = form.screen.inlineError, form.screen.fields.count > 1 { FaultView(text: error, look: look) }
        ForEach(form.screen.fields, id: \.id) { field in
            FieldView(field: field, presenter: presenter, form: form, look: look, focus: $focus)
        }
        if let fault = form.fault, fault.field == nil {
            FaultView(
                text: fault.message(on: form.screen, at: presenter.dependencies.now(), in: presenter.language),
                look: look)
        }
        ForEach(actions(.content), id: \.id) { action in
            ActionView(action: action, presenter: presenter, look: look)
        }
    }

    /// The keys of the PIN that is typed, and the actions.
    private var footer: some View {
        VStack(spacing: Theme.Space.small.points) {
            if let field = form.openPad.flatMap(form.screen.field) {
                PINKeysView(field: field, presenter: presenter, form: form, look: look)
            }
            ForEach(actions(.footer), id: \.id) { action in
                ActionView(action: action, presenter: presenter, look: look)
            }
        }
        .padding(Theme.Space.edge.points)
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

/// Presses back, or else cancel, when the person swipes from the leading edge, or makes VoiceOver's gesture for leaving.
struct SwipeBack: ViewModifier {
    let presenter: SwiftUIPresenter
    let wayOut: Screen.Action?

    /// The widths of the edge where a swipe begins, and of the shortest swipe, in points.
    private static let (edge, distance) = (24.0, 80.0)

    private var width: CGFloat {
        // The leading edge is the right one of a right-to-left screen; a gesture's coordinates are not mirrored.
        presenter.language.isRightToLeft ? -1 : 1
    }

    func body(content: Content) -> some View {
        GeometryReader { frame in
            content
                .simultaneousGesture(
                    DragGesture(minimumDistance: SwipeBack.edge)
                        .onEnded { drag in
                            let start = width > 0 ? drag.startLocation.x : frame.size.width - drag.startLocation.x
                            let isLevel = abs(drag.translation.height) < abs(drag.translation.width)
                            guard start <= SwipeBack.edge, isLevel, drag.translation.width * width >= SwipeBack.distance
                            else { return }
                            leave()
                        }
                )
                .accessibilityAction(.escape) { leave() }
        }
    }

    private func leave() { if presenter.isAsking, let wayOut { presenter.press(wayOut.id) } }
}

/// An error with a text and a symbol, not by colour alone.
struct FaultView: View {
    let text: String
    let look: SwiftUITheme

    var body: some View {
        Label {
            Text(verbatim: text).font(look.font(.label))
        } icon: {
            Image(systemName: "exclamationmark.circle").accessibilityHidden(true)
        }
        .foregroundStyle(look.danger)
    }
}
#endif
