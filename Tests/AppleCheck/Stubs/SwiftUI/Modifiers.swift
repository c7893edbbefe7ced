public import UIKit

// Apple: swiftui/view/keyboardtype(_:), uikit/uikeyboardtype
@available(iOS 2, *)
public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
        decimalPad
}

// Apple: uikit/uitextcontenttype
@available(iOS 10, *)
public struct UITextContentType: Hashable, Sendable {
    // Apple: uikit/uitextcontenttype/onetimecode
    @available(iOS 12, *)
    public static let oneTimeCode = UITextContentType()
    // Apple: uikit/uitextcontenttype/password
    @available(iOS 11, *)
    public static let password = UITextContentType()
}

// Apple: swiftui/textinputautocapitalization
@available(iOS 15, *)
public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
}

// Apple: swiftui/primitivebuttonstyle
@available(iOS 13, macOS 10.15, *)
public protocol PrimitiveButtonStyle: Sendable {}
// Apple: swiftui/buttonstyle
@available(iOS 13, macOS 10.15, *)
@MainActor @preconcurrency public protocol ButtonStyle {
    associatedtype Body: View
    typealias Configuration = ButtonStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}
// Apple: swiftui/buttonstyleconfiguration
@available(iOS 13, macOS 10.15, *)
public struct ButtonStyleConfiguration {
    // Apple: swiftui/buttonstyleconfiguration/label-swift.struct
    public struct Label: View {
        public var body: Never { preconditionFailure("a stub does not run") }
    }
    public let label: Label
    public let isPressed: Bool
}
// Apple: swiftui/borderedprominentbuttonstyle
@available(iOS 15, macOS 12, *)
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
// Apple: swiftui/primitivebuttonstyle/borderedprominent
@available(iOS 15, macOS 12, *)
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}
// Apple: swiftui/borderedbuttonstyle
@available(iOS 15, macOS 12, *)
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
// Apple: swiftui/primitivebuttonstyle/bordered
@available(iOS 15, macOS 12, *)
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
// Apple: swiftui/borderlessbuttonstyle
@available(iOS 13, macOS 10.15, *)
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
// Apple: swiftui/primitivebuttonstyle/borderless
@available(iOS 13, macOS 10.15, *)
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
// Apple: swiftui/plainbuttonstyle
@available(iOS 13, macOS 10.15, *)
public struct PlainButtonStyle: PrimitiveButtonStyle {}
// Apple: swiftui/primitivebuttonstyle/plain
@available(iOS 13, macOS 10.15, *)
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

// Apple: swiftui/textfieldstyle
@available(iOS 13, macOS 10.15, *)
public protocol TextFieldStyle: Sendable {}
// Apple: swiftui/roundedbordertextfieldstyle
@available(iOS 13, macOS 10.15, *)
public struct RoundedBorderTextFieldStyle: TextFieldStyle {}
// Apple: swiftui/textfieldstyle/roundedborder
@available(iOS 13, macOS 10.15, *)
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

// Apple: swiftui/toolbarcontent
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency public protocol ToolbarContent {}
// Apple: swiftui/toolbarcontentbuilder
@available(iOS 14, macOS 11, *)
@MainActor @resultBuilder public enum ToolbarContentBuilder {
    public static func buildBlock<C: ToolbarContent>(_ content: C) -> C { content }
}
// Apple: swiftui/toolbaritemplacement
@available(iOS 14, macOS 11, *)
public struct ToolbarItemPlacement: Sendable {
    public static let cancellationAction = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let navigation = ToolbarItemPlacement()
}
// Apple: swiftui/toolbaritem
@available(iOS 14, macOS 11, *)
public struct ToolbarItem<Content: View>: ToolbarContent {
    public init(placement _: ToolbarItemPlacement, @ViewBuilder content _: () -> Content) {}
}

// Apple: swiftui/viewmodifier
@available(iOS 13, macOS 10.15, *)
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ViewModifierContent
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}
// Apple: swiftui/viewmodifier/content
@available(iOS 13, macOS 10.15, *)
public struct ViewModifierContent: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Each modifier names its page in the reference, below swiftui/view/.
// Apple: swiftui/view
@available(iOS 13, macOS 10.15, *)
extension View {
    // Apple: swiftui/view/font(_:)
    public nonisolated func font(_: Font?) -> some View { StubView() }
    // Apple: swiftui/view/fontweight(_:)
    @available(iOS 16, macOS 13, *)
    public nonisolated func fontWeight(_: Font.Weight?) -> some View { StubView() }
    // Apple: swiftui/view/bold(_:)
    @available(iOS 16, macOS 13, *)
    public nonisolated func bold(_: Bool = true) -> some View { StubView() }
    // Apple: swiftui/view/monospaceddigit()
    @available(iOS 15, macOS 12, *)
    public nonisolated func monospacedDigit() -> some View { StubView() }
    // Apple: swiftui/view/monospaced(_:)
    @available(iOS 16, macOS 13, *)
    public nonisolated func monospaced(_: Bool = true) -> some View { StubView() }
    // Apple: swiftui/view/kerning(_:)
    @available(iOS 16, macOS 13, *)
    public nonisolated func kerning(_: CGFloat) -> some View { StubView() }
    // Apple: swiftui/view/foregroundstyle(_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func foregroundStyle<S: ShapeStyle>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/tint(_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func tint(_: Color?) -> some View { StubView() }
    // Apple: swiftui/view/padding(_:_:)
    public nonisolated func padding(_: Edge.Set = .all, _: CGFloat? = nil) -> some View { StubView() }
    // Apple: swiftui/view/padding(_:)
    public nonisolated func padding(_: CGFloat) -> some View { StubView() }
    // Apple: swiftui/view/background(_:in:fillstyle:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func background<S: ShapeStyle, T: Shape>(_: S, in _: T) -> some View { StubView() }
    // Apple: swiftui/view/background(_:ignoressafeareaedges:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func background<S: ShapeStyle>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/overlay(alignment:content:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func overlay<V: View>(alignment _: Alignment = .center, @ViewBuilder content _: () -> V)
        -> some View
    { StubView() }
    // Apple: swiftui/view/background(alignment:content:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func background<V: View>(alignment _: Alignment = .center, @ViewBuilder content _: () -> V)
        -> some View
    { StubView() }
    // Apple: swiftui/view/clipshape(_:style:)
    public nonisolated func clipShape<S: Shape>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/contentshape(_:eofill:)
    public nonisolated func contentShape<S: Shape>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/frame(width:height:alignment:)
    public nonisolated func frame(width _: CGFloat? = nil, height _: CGFloat? = nil, alignment _: Alignment = .center)
        -> some View
    { StubView() }
    // Apple: swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
    public nonisolated func frame(
        minWidth _: CGFloat? = nil, idealWidth _: CGFloat? = nil, maxWidth _: CGFloat? = nil,
        minHeight _: CGFloat? = nil, idealHeight _: CGFloat? = nil, maxHeight _: CGFloat? = nil,
        alignment _: Alignment = .center
    ) -> some View { StubView() }
    // Apple: swiftui/view/fixedsize(horizontal:vertical:)
    public nonisolated func fixedSize(horizontal _: Bool, vertical _: Bool) -> some View { StubView() }
    // Apple: swiftui/view/aspectratio(_:contentmode:)
    public nonisolated func aspectRatio(_: CGFloat? = nil, contentMode _: ContentMode) -> some View { StubView() }
    // Apple: swiftui/view/scaledtofit()
    public nonisolated func scaledToFit() -> some View { StubView() }
    // Apple: swiftui/view/multilinetextalignment(_:)
    public nonisolated func multilineTextAlignment(_: TextAlignment) -> some View { StubView() }
    // Apple: swiftui/view/linelimit(_:)
    public nonisolated func lineLimit(_: Int?) -> some View { StubView() }
    // Apple: swiftui/view/disabled(_:)
    public nonisolated func disabled(_: Bool) -> some View { StubView() }
    // Apple: swiftui/view/hidden()
    public nonisolated func hidden() -> some View { StubView() }
    // Apple: swiftui/view/opacity(_:)
    public nonisolated func opacity(_: Double) -> some View { StubView() }
    // Apple: swiftui/view/privacysensitive(_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func privacySensitive(_: Bool = true) -> some View { StubView() }
    // Apple: swiftui/view/redacted(reason:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func redacted(reason _: RedactionReasons) -> some View { StubView() }
    // Apple: swiftui/view/environment(_:_:)
    public nonisolated func environment<V>(_: WritableKeyPath<EnvironmentValues, V>, _: V) -> some View { StubView() }
    // Apple: swiftui/view/id(_:)
    public nonisolated func id<ID: Hashable>(_: ID) -> some View { StubView() }
    // Apple: swiftui/view/onappear(perform:)
    public nonisolated func onAppear(perform _: (() -> Void)? = nil) -> some View { StubView() }
    // Apple: swiftui/view/ondisappear(perform:)
    public nonisolated func onDisappear(perform _: (() -> Void)? = nil) -> some View { StubView() }
    // Apple: swiftui/view/onchange(of:initial:_:)
    @available(iOS 17, macOS 14, *)
    public nonisolated func onChange<V: Equatable>(of _: V, initial _: Bool = false, _: @escaping (V, V) -> Void)
        -> some View
    { StubView() }
    // Apple: swiftui/view/onchange(of:initial:_:)
    @available(iOS 17, macOS 14, *)
    public nonisolated func onChange<V: Equatable>(of _: V, initial _: Bool = false, _: @escaping () -> Void)
        -> some View
    { StubView() }
    // Apple: swiftui/view/task(priority:_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func task(
        priority _: TaskPriority = .userInitiated,
        @_inheritActorContext _: sending @escaping @isolated(any) () async -> Void
    ) -> some View { StubView() }
    // Apple: swiftui/view/task(id:priority:_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func task<T: Equatable>(
        id _: T, priority _: TaskPriority = .userInitiated,
        @_inheritActorContext _: sending @escaping @isolated(any) () async -> Void
    ) -> some View { StubView() }
    // Apple: swiftui/view/fullscreencover(ispresented:ondismiss:content:)
    @available(iOS 14, *)
    public nonisolated func fullScreenCover<V: View>(
        isPresented _: Binding<Bool>, onDismiss _: (() -> Void)? = nil, @ViewBuilder content _: @escaping () -> V
    ) -> some View { StubView() }
    // Apple: swiftui/view/onsubmit(of:_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func onSubmit(_: @escaping () -> Void) -> some View { StubView() }
    // Apple: swiftui/view/submitlabel(_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func submitLabel(_: SubmitLabel) -> some View { StubView() }
    // Apple: swiftui/view/focused(_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func focused(_: FocusState<Bool>.Binding) -> some View { StubView() }
    // Apple: swiftui/view/focused(_:equals:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func focused<V: Hashable>(_: FocusState<V>.Binding, equals _: V) -> some View { StubView() }
    // Apple: swiftui/view/keyboardtype(_:)
    @available(iOS 13, *)
    public nonisolated func keyboardType(_: UIKeyboardType) -> some View { StubView() }
    // Apple: swiftui/view/textcontenttype(_:)
    @available(iOS 13, *)
    public nonisolated func textContentType(_: UITextContentType?) -> some View { StubView() }
    // Apple: swiftui/view/textinputautocapitalization(_:)
    @available(iOS 15, *)
    public nonisolated func textInputAutocapitalization(_: TextInputAutocapitalization?) -> some View { StubView() }
    // Apple: swiftui/view/autocorrectiondisabled(_:)
    public nonisolated func autocorrectionDisabled(_: Bool = true) -> some View { StubView() }
    // Apple: swiftui/view/buttonstyle(_:)
    public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/buttonstyle(_:) (of a ButtonStyle)
    @available(iOS 13, macOS 10.15, *)
    public nonisolated func buttonStyle<S: ButtonStyle>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/controlsize(_:)
    @available(iOS 15, macOS 10.15, *)
    public nonisolated func controlSize(_: ControlSize) -> some View { StubView() }
    // Apple: swiftui/view/textfieldstyle(_:)
    public nonisolated func textFieldStyle<S: TextFieldStyle>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/navigationtitle(_:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func navigationTitle<S: StringProtocol>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/navigationbarbackbuttonhidden(_:)
    @available(iOS 13, macOS 13, *)
    public nonisolated func navigationBarBackButtonHidden(_: Bool = true) -> some View { StubView() }
    // Apple: swiftui/view/interactivedismissdisabled(_:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func interactiveDismissDisabled(_: Bool = true) -> some View { StubView() }
    // Apple: swiftui/view/modifier(_:)
    public nonisolated func modifier<M: ViewModifier>(_: M) -> some View { StubView() }
    // Apple: swiftui/view/defaultscrollanchor(_:)
    @available(iOS 17, macOS 14, *)
    public nonisolated func defaultScrollAnchor(_: UnitPoint?) -> some View { StubView() }
    // Apple: swiftui/view/refreshable(action:)
    @available(iOS 15, macOS 12, *)
    public nonisolated func refreshable(action _: @escaping @Sendable () async -> Void) -> some View { StubView() }
    // Apple: swiftui/view/toolbar(content:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func toolbar<C: ToolbarContent>(@ToolbarContentBuilder content _: () -> C) -> some View {
        StubView()
    }
    // Apple: swiftui/view/accessibilitylabel(_:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func accessibilityLabel<S: StringProtocol>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/accessibilityvalue(_:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func accessibilityValue<S: StringProtocol>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/accessibilityhint(_:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func accessibilityHint<S: StringProtocol>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/accessibilityidentifier(_:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func accessibilityIdentifier(_: String) -> some View { StubView() }
    // Apple: swiftui/view/accessibilityhidden(_:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func accessibilityHidden(_: Bool) -> some View { StubView() }
    // Apple: swiftui/view/accessibilityaddtraits(_:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func accessibilityAddTraits(_: AccessibilityTraits) -> some View { StubView() }
    // Apple: swiftui/view/accessibilityremovetraits(_:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func accessibilityRemoveTraits(_: AccessibilityTraits) -> some View { StubView() }
    // Apple: swiftui/view/accessibilityelement(children:)
    public nonisolated func accessibilityElement(children _: AccessibilityChildBehavior = .ignore) -> some View {
        StubView()
    }
    // Apple: swiftui/view/animation(_:value:)
    public nonisolated func animation<V: Equatable>(_: Animation?, value _: V) -> some View { StubView() }
    // Apple: swiftui/view/pickerstyle(_:)
    public nonisolated func pickerStyle<S: PickerStyle>(_: S) -> some View { StubView() }
    // Apple: swiftui/view/tag(_:includeoptional:)
    public nonisolated func tag<V: Hashable>(_: V, includeOptional _: Bool = true) -> some View { StubView() }
    // Apple: swiftui/view/ignoressafearea(_:edges:)
    @available(iOS 14, macOS 11, *)
    public nonisolated func ignoresSafeArea(edges _: Edge.Set = .all) -> some View { StubView() }
}
