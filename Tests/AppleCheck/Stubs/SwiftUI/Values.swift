// Apple: swiftui/color
@available(iOS 13, macOS 10.15, *)
public struct Color: ShapeStyle, Hashable, Sendable {
    public init(red _: Double, green _: Double, blue _: Double, opacity _: Double = 1) {}
    public static let accentColor = Color(red: 0, green: 0, blue: 0)
    public static let primary = Color(red: 0, green: 0, blue: 0)
    public static let secondary = Color(red: 0, green: 0, blue: 0)
    public static let red = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 0, green: 0, blue: 0)
    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let clear = Color(red: 0, green: 0, blue: 0)
    public func opacity(_: Double) -> Color { self }
}
// Apple: swiftui/color (conformance to View)
@available(iOS 13, macOS 10.15, *)
extension Color: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/shapestyle
@available(iOS 13, macOS 10.15, *)
public protocol ShapeStyle: Sendable {}

// Apple: swiftui/hierarchicalshapestyle
@available(iOS 15, macOS 12, *)
public struct HierarchicalShapeStyle: ShapeStyle {}
// Apple: swiftui/shapestyle/primary, swiftui/shapestyle/secondary
@available(iOS 15, macOS 12, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
// Apple: swiftui/shapestyle (colours)
@available(iOS 13, macOS 10.15, *)
extension ShapeStyle where Self == Color {
    public static var red: Color { .red }
    public static var white: Color { .white }
    public static var black: Color { .black }
    public static var clear: Color { .clear }
}
// Apple: swiftui/tintshapestyle
@available(iOS 15, macOS 12, *)
public struct TintShapeStyle: ShapeStyle {}
// Apple: swiftui/shapestyle/tint
@available(iOS 15, macOS 12, *)
extension ShapeStyle where Self == TintShapeStyle {
    public static var tint: TintShapeStyle { TintShapeStyle() }
}
// Apple: swiftui/backgroundstyle
@available(iOS 14, macOS 11, *)
public struct BackgroundStyle: ShapeStyle {}
// Apple: swiftui/shapestyle/background
@available(iOS 14, macOS 11, *)
extension ShapeStyle where Self == BackgroundStyle {
    public static var background: BackgroundStyle { BackgroundStyle() }
}
// Apple: swiftui/material
@available(iOS 15, macOS 12, *)
public struct Material: ShapeStyle {}
// Apple: swiftui/shapestyle/regularmaterial
@available(iOS 15, macOS 12, *)
extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { Material() }
    public static var thickMaterial: Material { Material() }
}

// Apple: swiftui/font
@available(iOS 13, macOS 10.15, *)
public struct Font: Hashable, Sendable {
    public static let largeTitle = Font()
    public static let title = Font()
    // Apple: swiftui/font/title2
    @available(iOS 14, macOS 11, *)
    public static let title2 = Font()
    // Apple: swiftui/font/title3
    @available(iOS 14, macOS 11, *)
    public static let title3 = Font()
    public static let headline = Font()
    public static let subheadline = Font()
    public static let body = Font()
    public static let callout = Font()
    public static let footnote = Font()
    public static let caption = Font()
    public func monospaced() -> Font { self }
    public func monospacedDigit() -> Font { self }
    public func bold() -> Font { self }
    public func weight(_: Weight) -> Font { self }
    public static func custom(_: String, size _: CGFloat, relativeTo _: TextStyle) -> Font { Font() }
    // Apple: swiftui/font/system(size:weight:design:)-697b2
    @available(iOS 16, macOS 13, *)
    public static func system(size _: CGFloat, weight _: Weight? = nil, design _: Design? = nil) -> Font { Font() }
    public static func system(_: TextStyle, design _: Design? = nil, weight _: Weight? = nil) -> Font { Font() }

    public struct Weight: Hashable, Sendable {
        public static let regular = Weight()
        public static let medium = Weight()
        public static let semibold = Weight()
        public static let bold = Weight()
    }
    public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }
}

// Apple: swiftui/alignment
@available(iOS 13, macOS 10.15, *)
public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
    public static let leading = Alignment()
    public static let trailing = Alignment()
    public static let top = Alignment()
    public static let bottom = Alignment()
    public static let topLeading = Alignment()
}
// Apple: swiftui/horizontalalignment
@available(iOS 13, macOS 10.15, *)
public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
    public static let trailing = HorizontalAlignment()
}
// Apple: swiftui/verticalalignment
@available(iOS 13, macOS 10.15, *)
public struct VerticalAlignment: Equatable, Sendable {
    public static let top = VerticalAlignment()
    public static let center = VerticalAlignment()
    public static let bottom = VerticalAlignment()
    public static let firstTextBaseline = VerticalAlignment()
}
// Apple: swiftui/textalignment
@available(iOS 13, macOS 10.15, *)
public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }
// Apple: swiftui/edge
@available(iOS 13, macOS 10.15, *)
public enum Edge: Int8, Sendable {
    case top, leading, bottom, trailing
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1)
        public static let leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4)
        public static let trailing = Set(rawValue: 8)
        public static let horizontal = Set(rawValue: 10)
        public static let vertical = Set(rawValue: 5)
        public static let all = Set(rawValue: 15)
    }
}
// Apple: swiftui/axis
@available(iOS 13, macOS 10.15, *)
public enum Axis: Int8, Sendable {
    case horizontal, vertical
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}
// Apple: swiftui/buttonrole
@available(iOS 15, macOS 12, *)
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}
// Apple: swiftui/controlsize
@available(iOS 15, macOS 10.15, *)
public enum ControlSize: Sendable { case mini, small, regular, large }
// Apple: swiftui/contentmode
@available(iOS 13, macOS 10.15, *)
public enum ContentMode: Hashable, Sendable { case fit, fill }
// Apple: swiftui/submitlabel
@available(iOS 15, macOS 12, *)
public struct SubmitLabel: Sendable {
    public static var done: SubmitLabel { SubmitLabel() }
    public static var next: SubmitLabel { SubmitLabel() }
    public static var go: SubmitLabel { SubmitLabel() }
    public static var `continue`: SubmitLabel { SubmitLabel() }
}
// Apple: swiftui/accessibilitytraits
@available(iOS 13, macOS 10.15, *)
public struct AccessibilityTraits: SetAlgebra, Sendable {
    public init() {}
    public typealias Element = AccessibilityTraits
    public static let isHeader = AccessibilityTraits()
    public static let isSelected = AccessibilityTraits()
    public static let isButton = AccessibilityTraits()
    public static let isStaticText = AccessibilityTraits()
    public static let updatesFrequently = AccessibilityTraits()
    public static let isModal = AccessibilityTraits()
    // Apple: swiftui/accessibilitytraits/iskeyboardkey
    @available(iOS 13, macOS 10.15, *)
    public static let isKeyboardKey = AccessibilityTraits()
    public func contains(_: AccessibilityTraits) -> Bool { false }
    public func union(_: AccessibilityTraits) -> AccessibilityTraits { self }
    public func intersection(_: AccessibilityTraits) -> AccessibilityTraits { self }
    public func symmetricDifference(_: AccessibilityTraits) -> AccessibilityTraits { self }
    public mutating func insert(_ other: AccessibilityTraits) -> (
        inserted: Bool, memberAfterInsert: AccessibilityTraits
    ) { (false, other) }
    public mutating func remove(_: AccessibilityTraits) -> AccessibilityTraits? { nil }
    public mutating func update(with _: AccessibilityTraits) -> AccessibilityTraits? { nil }
    public mutating func formUnion(_: AccessibilityTraits) {}
    public mutating func formIntersection(_: AccessibilityTraits) {}
    public mutating func formSymmetricDifference(_: AccessibilityTraits) {}
}
// Apple: swiftui/accessibilitychildbehavior
@available(iOS 13, macOS 10.15, *)
public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let ignore = AccessibilityChildBehavior()
    public static let contain = AccessibilityChildBehavior()
    public static let combine = AccessibilityChildBehavior()
}
// Apple: swiftui/localizedstringkey
@available(iOS 13, macOS 10.15, *)
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    public init(_: String) {}
    public init(stringLiteral _: String) {}
}
// Apple: swiftui/animation
@available(iOS 13, macOS 10.15, *)
public struct Animation: Equatable, Sendable {
    public static let `default` = Animation()
    public static func easeInOut(duration _: TimeInterval) -> Animation { Animation() }
}
// Apple: swiftui/unitpoint
@available(iOS 13, macOS 10.15, *)
public struct UnitPoint: Hashable, Sendable {
    public static let center = UnitPoint()
    public static let top = UnitPoint()
}
