public import UIKit

// CGImage is CoreGraphics', which SwiftUI passes on.
// Apple: coregraphics/cgimage
@available(iOS 2, macOS 10.0, *)
public final class CGImage: @unchecked Sendable {}

// Apple: swiftui/text
@available(iOS 13, macOS 10.15, *)
public struct Text: View, Equatable, Sendable {
    public init(verbatim _: String) {}
    @_disfavoredOverload public init<S: StringProtocol>(_: S) {}
    public init(_: LocalizedStringKey) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/image
@available(iOS 13, macOS 10.15, *)
public struct Image: View, Equatable, Sendable {
    public init(systemName _: String) {}
    public init(uiImage _: UIImage) {}
    public init(decorative _: CGImage, scale _: CGFloat) {}
    public init(_: CGImage, scale _: CGFloat, label _: Text) {}
    public func resizable() -> Image { self }
    public func interpolation(_: Interpolation) -> Image { self }
    public var body: Never { preconditionFailure("a stub does not run") }
    public enum Interpolation: Sendable { case none, low, medium, high }
}

// Apple: swiftui/button
@available(iOS 13, macOS 10.15, *)
public struct Button<Label: View>: View {
    public init(action _: @escaping @MainActor () -> Void, @ViewBuilder label _: () -> Label) {}
    // Apple: swiftui/button/init(role:action:label:)
    @available(iOS 15, macOS 12, *)
    public init(role _: ButtonRole?, action _: @escaping @MainActor () -> Void, @ViewBuilder label _: () -> Label) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/button (text labels)
@available(iOS 13, macOS 10.15, *)
extension Button where Label == Text {
    public init(_: LocalizedStringKey, action _: @escaping @MainActor () -> Void) {}
    @_disfavoredOverload public init<S: StringProtocol>(_: S, action _: @escaping @MainActor () -> Void) {}
    // Apple: swiftui/button/init(_:role:action:)
    @available(iOS 15, macOS 12, *)
    @_disfavoredOverload
    public init<S: StringProtocol>(_: S, role _: ButtonRole?, action _: @escaping @MainActor () -> Void) {}
}

// Apple: swiftui/label
@available(iOS 14, macOS 11, *)
public struct Label<Title: View, Icon: View>: View {
    public init(@ViewBuilder title _: () -> Title, @ViewBuilder icon _: () -> Icon) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/label/init(_:systemimage:)
@available(iOS 14, macOS 11, *)
extension Label where Title == Text, Icon == Image {
    @_disfavoredOverload public init<S: StringProtocol>(_: S, systemImage _: String) {}
    public init(_: LocalizedStringKey, systemImage _: String) {}
}

// Apple: swiftui/textfield
@available(iOS 13, macOS 10.15, *)
public struct TextField<Label: View>: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/textfield/init(_:text:)
@available(iOS 13, macOS 10.15, *)
extension TextField where Label == Text {
    public init(_: LocalizedStringKey, text _: Binding<String>) {}
    @_disfavoredOverload public init<S: StringProtocol>(_: S, text _: Binding<String>) {}
}

// Apple: swiftui/securefield
@available(iOS 13, macOS 10.15, *)
public struct SecureField<Label: View>: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/securefield/init(_:text:)
@available(iOS 13, macOS 10.15, *)
extension SecureField where Label == Text {
    public init(_: LocalizedStringKey, text _: Binding<String>) {}
    @_disfavoredOverload public init<S: StringProtocol>(_: S, text _: Binding<String>) {}
}

// Apple: swiftui/toggle
@available(iOS 13, macOS 10.15, *)
public struct Toggle<Label: View>: View {
    public init(isOn _: Binding<Bool>, @ViewBuilder label _: () -> Label) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/toggle/init(_:ison:)
@available(iOS 13, macOS 10.15, *)
extension Toggle where Label == Text {
    @_disfavoredOverload public init<S: StringProtocol>(_: S, isOn _: Binding<Bool>) {}
}

// Apple: swiftui/progressview
@available(iOS 14, macOS 11, *)
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/progressview (labels)
@available(iOS 14, macOS 11, *)
extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView {}
    @_disfavoredOverload public init<S: StringProtocol>(_: S) where Label == Text {}
    public init<V: BinaryFloatingPoint>(value _: V?, total _: V = 1.0) where Label == EmptyView {}
}

// Apple: swiftui/spacer
@available(iOS 13, macOS 10.15, *)
public struct Spacer: View {
    public init(minLength _: CGFloat? = nil) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/divider
@available(iOS 13, macOS 10.15, *)
public struct Divider: View {
    public init() {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/anyview
@available(iOS 13, macOS 10.15, *)
public struct AnyView: View {
    public init<V: View>(_: V) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/griditem
@available(iOS 14, macOS 11, *)
public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    public init(_: Size = .flexible(), spacing _: CGFloat? = nil, alignment _: Alignment? = nil) {}
}
// Apple: swiftui/lazyvgrid
@available(iOS 14, macOS 11, *)
public struct LazyVGrid<Content: View>: View {
    public init(
        columns _: [GridItem], alignment _: HorizontalAlignment = .center, spacing _: CGFloat? = nil,
        @ViewBuilder content _: () -> Content
    ) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/foreach
@available(iOS 13, macOS 10.15, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    public init(_: Data, id _: KeyPath<Data.Element, ID>, @ViewBuilder content _: @escaping (Data.Element) -> Content) {
    }
    public init(_: Data, @ViewBuilder content _: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/timelineview
@available(iOS 15, macOS 12, *)
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
    public init(_: Schedule, @ViewBuilder content _: @escaping (Context) -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
    public struct Context {
        public var date: Date { Date() }
    }
}
// Apple: swiftui/timelineschedule
@available(iOS 15, macOS 12, *)
public protocol TimelineSchedule {}
// Apple: swiftui/periodictimelineschedule
@available(iOS 15, macOS 12, *)
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {}
// Apple: swiftui/timelineschedule/periodic(from:by:)
@available(iOS 15, macOS 12, *)
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from _: Date, by _: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule()
    }
}
// Apple: swiftui/roundedrectangle
@available(iOS 13, macOS 10.15, *)
public struct RoundedRectangle: Shape {
    public nonisolated init(cornerRadius _: CGFloat) {}
    public nonisolated func path(in _: CGRect) -> Path { Path() }
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/rectangle
@available(iOS 13, macOS 10.15, *)
public struct Rectangle: Shape {
    public init() {}
    public nonisolated func path(in _: CGRect) -> Path { Path() }
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/circle
@available(iOS 13, macOS 10.15, *)
public struct Circle: Shape {
    public init() {}
    public nonisolated func path(in _: CGRect) -> Path { Path() }
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/shape
@available(iOS 13, macOS 10.15, *)
public protocol Shape: View, Sendable {
    // Apple: swiftui/shape/path(in:)
    nonisolated func path(in rect: CGRect) -> Path
}
// Apple: swiftui/shape (conformance to View)
@available(iOS 13, macOS 10.15, *)
extension Shape {
    public var body: StubView { StubView() }
}
// Apple: swiftui/path
@available(iOS 13, macOS 10.15, *)
public struct Path: Equatable, Sendable {
    public init() {}
    // Apple: swiftui/path/addrect(_:transform:), with its default transform
    public mutating func addRect(_: CGRect) {}
    // Apple: swiftui/path/addarc(center:radius:startangle:endangle:clockwise:transform:), with its default transform
    public mutating func addArc(
        center _: CGPoint, radius _: CGFloat, startAngle _: Angle, endAngle _: Angle, clockwise _: Bool
    ) {}
}
// Apple: swiftui/angle
@available(iOS 13, macOS 10.15, *)
public struct Angle: Hashable, Sendable {
    // Apple: swiftui/angle/degrees(_:)
    public static func degrees(_: Double) -> Angle { Angle() }
}
// Apple: swiftui/shape (fill, stroke)
@available(iOS 13, macOS 10.15, *)
extension Shape {
    public func fill<S: ShapeStyle>(_: S) -> some View { StubView() }
    public func stroke<S: ShapeStyle>(_: S, lineWidth _: CGFloat = 1) -> some View { StubView() }
}

// Apple: swiftui/vstack
@available(iOS 13, macOS 10.15, *)
public struct VStack<Content: View>: View {
    public init(
        alignment _: HorizontalAlignment = .center, spacing _: CGFloat? = nil, @ViewBuilder content _: () -> Content
    ) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/hstack
@available(iOS 13, macOS 10.15, *)
public struct HStack<Content: View>: View {
    public init(
        alignment _: VerticalAlignment = .center, spacing _: CGFloat? = nil, @ViewBuilder content _: () -> Content
    ) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/zstack
@available(iOS 13, macOS 10.15, *)
public struct ZStack<Content: View>: View {
    public init(alignment _: Alignment = .center, @ViewBuilder content _: () -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/group
@available(iOS 13, macOS 10.15, *)
public struct Group<Content: View>: View {
    public init(@ViewBuilder content _: () -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/form
@available(iOS 13, macOS 10.15, *)
public struct Form<Content: View>: View {
    public init(@ViewBuilder content _: () -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/scrollview
@available(iOS 13, macOS 10.15, *)
public struct ScrollView<Content: View>: View {
    public init(_: Axis.Set = .vertical, showsIndicators _: Bool = true, @ViewBuilder content _: () -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/picker
@available(iOS 13, macOS 10.15, *)
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/picker/init(_:selection:content:)
@available(iOS 13, macOS 10.15, *)
extension Picker where Label == Text {
    public init(
        _: LocalizedStringKey, selection _: Binding<SelectionValue>, @ViewBuilder content _: () -> Content
    ) {}
}

// Apple: swiftui/pickerstyle
@available(iOS 13, macOS 10.15, *)
@MainActor public protocol PickerStyle {}
// Apple: swiftui/segmentedpickerstyle
@available(iOS 13, macOS 10.15, *)
public struct SegmentedPickerStyle: PickerStyle {}
// Apple: swiftui/pickerstyle/segmented
@available(iOS 13, macOS 10.15, *)
extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

// Apple: swiftui/navigationstack
@available(iOS 16, macOS 13, *)
public struct NavigationStack<Content: View>: View {
    public init(@ViewBuilder root _: () -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/list
@available(iOS 13, macOS 10.15, *)
public struct List<Content: View>: View {
    public init(@ViewBuilder content _: () -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/section
@available(iOS 13, macOS 10.15, *)
public struct Section<Parent: View, Content: View, Footer: View>: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/section (headers)
@available(iOS 15, macOS 12, *)
extension Section where Parent == Text, Footer == EmptyView {
    @_disfavoredOverload public init<S: StringProtocol>(_: S, @ViewBuilder content _: () -> Content) {}
}
// Apple: swiftui/section/init(content:)
@available(iOS 13, macOS 10.15, *)
extension Section where Parent == EmptyView, Footer == EmptyView {
    public init(@ViewBuilder content _: () -> Content) {}
}

// Apple: swiftui/viewthatfits
@available(iOS 16, macOS 13, *)
public struct ViewThatFits<Content: View>: View {
    public init(in _: Axis.Set = [.horizontal, .vertical], @ViewBuilder content _: () -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/geometryreader
@available(iOS 13, macOS 10.15, *)
public struct GeometryReader<Content: View>: View {
    public init(@ViewBuilder content _: @escaping (GeometryProxy) -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/geometryproxy
@available(iOS 13, macOS 10.15, *)
public struct GeometryProxy {
    public var size: CGSize { .zero }
}
